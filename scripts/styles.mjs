// A page's style sheets as one file: nothing is drawn before they are there, every file costs a slow line a round trip,
// and browsers ask for six at a time.

const LINK = /<link\b[^>]*\brel\s*=\s*"?stylesheet\b[^>]*>/g;

/**
 * Joins the style sheets that a page links, in their order and under the media that each is for. `read(href)` gives a
 * sheet, and `nameOf(style)` the name of the one that takes their place. Comments are for authors, and stay behind.
 * Returns the page, the style, its name, and the addresses of the sheets that are not needed any more.
 */
export function joinStyles(html, read, nameOf) {
  const links = html.match(LINK) ?? [];
  if (links.length === 0) throw new Error("the page links no style sheet");
  const hrefs = links.map((link) => valueOf(link, "href"));
  const sheets = links.map((link, idx) => {
    const sheet = read(hrefs[idx]).replaceAll(/\/\*[\s\S]*?\*\//g, "").trim();
    const media = valueOf(link, "media");
    // Such rules must stand at the beginning of a file.
    const found = sheet.match(/@(charset|import|namespace)\b/);
    if (found) throw new Error(`${hrefs[idx]} has ${found[0]}, and cannot be joined to others`);
    return media ? `@media ${media} {\n${sheet}\n}` : sheet;
  });
  const style = `${sheets.join("\n")}\n`;
  const name = nameOf(style);
  const [first, ...others] = links;
  const page = others.reduce((page, link) => page.replace(link, ""), html.replace(first, `<link rel="stylesheet" href="./${name}">`));
  return { page, style, name, hrefs };
}

function valueOf(link, name) {
  return link.match(new RegExp(`\\s${name}\\s*=\\s*("[^"]*"|[^\\s>]+)`))?.[1].replaceAll('"', "");
}
