// Makes the PNG icons of public/icons/ from icon.svg there, in the Chromium that the tests use:
//   node scripts/icons.mjs
// The maskable one has no corners and a margin of a tenth on each side, which a system's mask may take.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const folder = fileURLToPath(new URL("../public/icons/", import.meta.url));
const whole = readFileSync(`${folder}icon.svg`, "utf8");
const full = whole.replace(' rx="112"', "");
if (full === whole) throw new Error("icon.svg has no rounded corners to take away");
const maskable = full.replace('viewBox="0 0 512 512"', 'viewBox="-64 -64 640 640"').replace('<rect width="512" height="512"', '<rect x="-64" y="-64" width="640" height="640"');

const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args });
for (const [name, size, svg] of [["icon-180", 180, full], ["icon-192", 192, whole], ["icon-512", 512, whole], ["maskable-512", 512, maskable]]) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<body style="margin: 0">${svg.replace("<svg", `<svg width="${size}" height="${size}" style="display: block"`)}</body>`);
  await page.screenshot({ path: `${folder}${name}.png`, omitBackground: true });
  await page.close();
}
await browser.close();
