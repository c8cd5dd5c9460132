import { chartColors } from '../color.ts'

/** Ten chart colors that go together, dark and light ones in turn. */
export type ChartPalette = Readonly<{ name: ChartPaletteName; colors: readonly string[] }>
export const chartPaletteNames = ['standard', 'ocean', 'meadow', 'ember', 'slate'] as const
export type ChartPaletteName = (typeof chartPaletteNames)[number]

/**
 * Palettes of provider brands, for a brand to begin with. Neighbors differ in hue and in lightness, so that they can be
 * told apart without seeing color.
 */
export const chartPalettes: readonly ChartPalette[] = [
  { name: 'standard', colors: chartColors },
  {
    name: 'ocean',
    colors: [
      ...['#0b6fa4', '#2ba69a', '#a0579b', '#c7952b', '#3f7f5f'],
      ...['#5fb4d8', '#1d3f8a', '#6d7a8a', '#064b6e', '#7d8fd1'],
    ],
  },
  {
    name: 'meadow',
    colors: [
      ...['#8a5a2b', '#5aa897', '#6f7c66', '#d3a418', '#4d7fbf'],
      ...['#a2b93b', '#1f5b3a', '#3f8f29', '#7a3f7d', '#c8643c'],
    ],
  },
  {
    name: 'ember',
    colors: [
      ...['#7a4fa0', '#7f9436', '#3f6fa8', '#b98a62', '#c2417a'],
      ...['#e8a33d', '#5c3a2e', '#857a74', '#8f1f1f', '#d9541e'],
    ],
  },
  {
    name: 'slate',
    colors: [
      ...['#2d6da3', '#8a8a8a', '#a3562a', '#8299b0', '#b0506a'],
      ...['#c19a3f', '#33475b', '#5f7d3a', '#6a4c7d', '#4f8a8b'],
    ],
  },
]

/** The palette that a brand's chart colors are, or undefined for colors of its own. @param codes chart-1 to chart-10 */
export const findPalette = (codes: readonly (string | undefined)[]): ChartPaletteName | undefined =>
  chartPalettes.find(({ colors }) => colors.every((code, at) => codes[at]?.toLowerCase() === code))?.name
