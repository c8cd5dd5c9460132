import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contrastRatio, findHex, mix } from '../color.ts'
import { type BrandTint, brandTokens, checkContrast, wordsOnSurfaces } from './brand-tokens.ts'

const hex = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`)
const words = [
  'top-text',
  'top-inactive',
  'top-active',
  'left-menu-text',
  'left-menu-active',
  'left-menu-card-name',
  'left-menu-card-tip',
  'switch-text',
  'create-text',
]
const names = [
  ...[
    'primary',
    'ok',
    'warn',
    'fault',
    'fail',
    'top-bg',
    'top-checked',
    'left-menu-bg',
    'left-menu-card',
    'create-button',
  ],
  ...words,
  ...Array.from({ length: 12 }, (_, at) => `chart-${at + 1}`),
]
const color = (name: string, code: string, alpha = 100): BrandTint => ({ name, code, alpha })
/** A brand sets any of the colors, some of them translucent. */
const brand = fc
  .record(
    Object.fromEntries(
      names.map((name) => [name, fc.option(fc.tuple(hex, fc.constantFrom(100, 100, 60, 0)), { freq: 4 })]),
    ),
  )
  .map((set) => Object.entries(set).flatMap(([name, one]) => (one ? [color(name, one[0], one[1])] : [])))

/** The hardest brands: all is of one color, or half of it lets the ground through. */
const inOneColor = ['#ffff00', '#000000', '#808080', '#ffffff', '#767676', '#00ff00'].flatMap((code) =>
  [100, 60].map((alpha): [BrandTint[]] => [names.map((name) => color(name, code, alpha))]),
)

const surfaceOf = { light: '#ffffff', dark: '#141b28' } as const
/** What the eye sees of a token. */
function seen(css: string, ground: string): string {
  const [, red, green, blue, alpha] = /^rgba\((\d+), (\d+), (\d+), ([\d.]+)\)$/.exec(css) ?? []
  if (alpha === undefined) return findHex(css) ?? 'no color'
  const code = `#${[red, green, blue].map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`
  return mix(ground, code, Number(alpha))
}

const findHexOf = (css: string | undefined): string => seen(css ?? '', '#141b28')

describe('the tokens of a brand', () => {
  it('are readable in both themes, whatever the brand sets: 1,000 brands', () => {
    let judged = 0
    fc.assert(
      fc.property(brand, (colors) => {
        for (const theme of ['light', 'dark'] as const) {
          const tokens = brandTokens(colors, theme)
          const surface = surfaceOf[theme]
          const reach = (css: string | undefined, ground: string, least: number): void => {
            if (css === undefined) return
            judged += 1
            if (contrastRatio(seen(css, ground), ground) < least - 0.005)
              throw new Error(`${css} on ${ground} in ${theme}: ${JSON.stringify(colors)}`)
          }
          for (const name of ['primary', 'ok', 'warn', 'fault', 'fail']) {
            reach(tokens[`${name}-text`], surface, 4.5)
            reach(tokens[`${name}-text`], tokens[`${name}-soft`] ?? surface, 4.5)
            reach(tokens[`${name}-mark`], surface, 3)
          }
          reach(tokens['on-primary'], tokens['primary-solid'] ?? '', 4.5)
          reach(tokens['on-primary'], tokens['primary-solid-hover'] ?? '', 4.5)
          for (let nth = 1; nth <= 12; nth += 1) reach(tokens[`chart-${nth}`], surface, 3)
          for (const name of ['solar', 'battery', 'grid', 'load']) {
            reach(tokens[name], surface, 3)
            reach(tokens[`${name}-line`], surface, 4.5)
          }
          if (theme === 'light')
            for (const { word, ground } of wordsOnSurfaces(colors)) reach(tokens[word], ground, 4.5)
          else {
            const header = tokens['top-bg'] === undefined ? surface : seen(tokens['top-bg'], surface)
            reach(tokens['top-text'], header, 4.5)
            reach(tokens['top-inactive'], header, 4.5)
            const checked = tokens['top-checked'] ?? tokens['primary-soft'] ?? '#1b2842'
            reach(tokens['top-active'], seen(checked, header), 4.5)
            expect(Object.keys(tokens).filter((text) => /^(?:left-menu|create|switch)-/.test(text))).toEqual([])
          }
        }
      }),
      { numRuns: 1000, examples: inOneColor },
    )
    expect(judged).toBeGreaterThan(20_000)
  }, 30_000)

  it('leave a readable color as it is', () => {
    const colors = [color('top-bg', '#0a2540'), color('top-text', '#ffffff'), color('chart-1', '#7a3b8f')]
    expect(brandTokens(colors, 'light')).toMatchObject({
      'top-bg': 'rgba(10, 37, 64, 1)',
      'top-text': '#ffffff',
      'chart-1': '#7a3b8f',
    })
    expect(checkContrast(colors).filter(({ theme }) => theme === 'light')).toEqual([])
  })

  it('make words readable that the brand did not set, on the ground that it set', () => {
    const tokens = brandTokens([color('top-bg', '#000033')], 'light')
    expect(contrastRatio(tokens['top-inactive'] ?? '', '#000033')).toBeGreaterThanOrEqual(4.5)
  })

  it('keep a dark header at night, and darken a bright one', () => {
    const header = (code: string) => brandTokens([color('top-bg', code), color('top-text', '#ffffff')], 'dark')
    expect(header('#000033')).toMatchObject({ 'top-bg': 'rgba(0, 0, 51, 1)', 'top-text': '#ffffff' })
    const bright = findHexOf(header('#ffd400')['top-bg'])
    expect(contrastRatio('#ffffff', bright)).toBeGreaterThan(7)
    // Still yellowish: more red than blue.
    expect(Number.parseInt(bright.slice(1, 3), 16)).toBeGreaterThan(Number.parseInt(bright.slice(5, 7), 16))
  })

  it('set the parts of the day only with more than ten chart colors', () => {
    const charts = (most: number) => Array.from({ length: most }, (_, at) => color(`chart-${at + 1}`, '#224488'))
    expect(brandTokens(charts(10), 'light')).not.toHaveProperty('solar')
    expect(brandTokens(charts(11), 'light')).toMatchObject({ solar: '#224488', 'battery-line': '#224488' })
  })

  it('the report names what is shown otherwise, with its ratio', () => {
    const [first] = checkContrast([color('primary', '#ffe600')])
    expect(first).toMatchObject({ name: 'primary', theme: 'light', on: 'surface', least: 4.5 })
    expect(first?.ratio).toBeCloseTo(1.27, 1)
    expect(contrastRatio(first?.shown ?? '', '#ffffff')).toBeGreaterThanOrEqual(4.5)
  })
})
