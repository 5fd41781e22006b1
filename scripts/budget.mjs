// What the site may weigh. Each line of budget.json names a part by a pattern and gives the most kilobytes that it
// may have after compression (brotli); the parts that match one pattern are added up. Of kernels and forward pass
// the code counts as it is, uncompressed.

/**
 * The parts that are over their budget, in words; also a pattern that matches nothing, because then the budget is of
 * a file that no longer exists.
 */
export function overBudget(compressed, budget) {
  const faults = [];
  for (const [pattern, kilobytes] of Object.entries(budget)) {
    const sizes = Object.entries(compressed).filter(([name]) => new RegExp(`^${pattern}$`).test(name)).map(([, bytes]) => bytes);
    const total = sizes.reduce((sum, bytes) => sum + bytes, 0) / 1000;
    if (sizes.length === 0) faults.push(`nothing is called ${pattern}`);
    else if (total > kilobytes) faults.push(`${pattern} has ${total.toFixed(1)} kB, and ${kilobytes} kB is the most`);
  }
  return faults;
}
