/** Prices have one hue, that of the grid: the dearer, the stronger. */
export function levelColor(level: number, levels: number): string {
  const share = levels <= 1 ? 35 : Math.round(18 + (72 * level) / (levels - 1))
  return `color-mix(in srgb, var(--grid) ${share}%, var(--surface))`
}
