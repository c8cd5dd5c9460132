import { describe, expect, it } from 'vitest'
import { contrastRatio } from '../color.ts'
import { brandTokens } from './brand-tokens.ts'
import { chartPaletteNames, chartPalettes, findPalette } from './chart-palettes.ts'

describe('the palettes of provider brands', () => {
  it('have ten colors each, all different, and a name', () => {
    expect(chartPalettes.map(({ name }) => name)).toEqual(chartPaletteNames)
    for (const { colors } of chartPalettes) expect(new Set(colors).size).toBe(10)
  })

  it.each(chartPaletteNames.filter((name) => name !== 'standard'))(
    '%s is told from the ground in both themes, and neighbors from each other',
    (name) => {
      const colors = chartPalettes.find((palette) => palette.name === name)?.colors ?? []
      const tints = colors.map((code, at) => ({ name: `chart-${at + 1}`, code, alpha: 100 }))
      for (const [theme, ground] of [
        ['light', '#ffffff'],
        ['dark', '#141b28'],
      ] as const)
        for (const css of Object.values(brandTokens(tints, theme)))
          expect(contrastRatio(css, ground)).toBeGreaterThanOrEqual(2.995)
      for (const [at, code] of colors.entries())
        if (at > 0) expect(contrastRatio(code, colors[at - 1] ?? '')).toBeGreaterThan(1.15)
    },
  )

  it('are known again by their colors', () => {
    for (const { name, colors } of chartPalettes) expect(findPalette(colors)).toBe(name)
    expect(findPalette(['#000000'])).toBeUndefined()
    expect(findPalette([])).toBeUndefined()
  })
})
