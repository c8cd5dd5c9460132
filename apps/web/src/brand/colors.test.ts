// @vitest-environment node
import { readFileSync } from 'node:fs'
import { chartColors, contrastRatio } from '@heliograph/domain/color.ts'
import { describe, expect, it } from 'vitest'
import { toStyleSheet } from './colors.ts'

/** The product's own: ten of the twelve chart colors (server, branding/brand.ts). */
const defaultColors = [
  { type: 'primary', code: '#4c87ff' },
  { type: 'ok', code: '#52c41a' },
  { type: 'warn', code: '#faad14' },
  { type: 'fault', code: '#f5222d' },
  ...chartColors.map((code, at) => ({ type: `chart-${at + 1}`, code })),
]
const color = (name: string, code: string, alpha = 100) => ({ name, code, alpha })
const block = (css: string, selector: string): string => css.split(`${selector}{`)[1]?.split('}')[0] ?? ''
const variable = (rules: string, name: string): string => new RegExp(`--${name}:(#[0-9a-f]{6})`).exec(rules)?.[1] ?? ''

describe('toStyleSheet', () => {
  it.each(['#ffe600', '#001a4d', '#4c87fe', '#f00', '#777'])(
    'keeps text and buttons in %s readable in both themes',
    (brand) => {
      const css = toStyleSheet([color('primary', brand)])
      for (const [selector, surface] of [
        [':root', '#ffffff'],
        ['[data-theme="dark"]', '#141b28'],
      ] as const) {
        const rules = block(css, selector)
        expect(contrastRatio(variable(rules, 'primary-text'), surface)).toBeGreaterThanOrEqual(4.5)
        expect(contrastRatio(variable(rules, 'primary-solid'), variable(rules, 'on-primary'))).toBeGreaterThanOrEqual(
          4.5,
        )
        expect(
          contrastRatio(variable(rules, 'primary-solid-hover'), variable(rules, 'on-primary')),
        ).toBeGreaterThanOrEqual(4.5)
      }
    },
  )

  it.each([
    ['ok', '#52c41a'],
    ['warn', '#faad14'],
    ['fault', '#f5222d'],
    ['fault', '#101010'],
  ])('fills with %s exactly as set (%s); words and marks stay readable', (name, code) => {
    const css = toStyleSheet([color(name, code)])
    for (const [selector, surface] of [
      [':root', '#ffffff'],
      ['[data-theme="dark"]', '#141b28'],
    ] as const) {
      const rules = block(css, selector)
      expect(variable(rules, name)).toBe(code)
      expect(contrastRatio(variable(rules, `${name}-mark`), surface)).toBeGreaterThanOrEqual(3)
      for (const ground of [surface, variable(rules, `${name}-soft`)])
        expect(contrastRatio(variable(rules, `${name}-text`), ground)).toBeGreaterThanOrEqual(4.5)
    }
  })

  it('takes the opacity of primary and status colors', () => {
    const css = toStyleSheet([color('ok', '#004400', 50), color('primary', '#001a4d', 80)])
    expect(css).toContain('--ok:rgba(0, 68, 0, 0.5)')
    expect(block(css, ':root')).toContain('--primary:rgba(0, 26, 77, 0.8)')
    // Words are as readable as ever.
    for (const [selector, surface] of [
      [':root', '#ffffff'],
      ['[data-theme="dark"]', '#141b28'],
    ] as const)
      for (const name of ['ok-text', 'primary-text'])
        expect(contrastRatio(variable(block(css, selector), name), surface)).toBeGreaterThanOrEqual(4.5)
  })

  it('keeps surface colors to their theme, of the dark one the header alone', () => {
    const css = toStyleSheet([color('top-bg', '#0a2540', 90)])
    expect(css).toMatch(
      /^\[data-theme="light"\]\{--top-bg:rgba\(10, 37, 64, 0\.9\);--top-[^{}]*\}\[data-theme="dark"\]\{--top-bg:[^{}]*\}$/,
    )
    expect(toStyleSheet([color('left-menu-bg', '#0a2540')])).not.toContain('dark')
  })

  it('uses the twelve chart colors in both themes', () => {
    const css = toStyleSheet([color('chart-12', '#abc'), color('chart-13', '#abc')])
    expect(css).toContain('--chart-12')
    expect(css).not.toContain('chart-13')
  })

  it('leaves the dark theme its own chart colors where the light ones are the own', () => {
    const css = toStyleSheet([color('chart-1', '#a83279'), color('chart-2', '#123456')])
    expect(block(css, '[data-theme="light"]')).toContain('--chart-1')
    expect(block(css, ':root')).not.toContain('--chart-1')
    expect(block(css, '[data-theme="dark"]')).not.toContain('--chart-1')
    expect(block(css, ':root')).toContain('--chart-2')
  })

  it("is what the page's own sheet says, for the product's own colors", () => {
    const tokens = readFileSync(new URL('../ui/tokens.css', import.meta.url), 'utf8')
    const css = toStyleSheet(defaultColors.map(({ type, code }) => color(type, code)))
    for (const [selector, rules] of [
      [':root', [...block(css, ':root').split(';'), ...block(css, '[data-theme="light"]').split(';')]],
      ['[data-theme="dark"]', block(css, '[data-theme="dark"]').split(';')],
    ] as const) {
      const own = tokens.split(`${selector} {`)[1]?.split('\n}')[0] ?? ''
      expect(rules.length).toBeGreaterThanOrEqual(selector === ':root' ? 31 : 21)
      expect(rules.filter((rule) => !own.includes(`${rule.replace(':', ': ')};`))).toEqual([])
    }
  })

  it('lets nothing through that is not a color', () => {
    expect(toStyleSheet([color('primary', 'red;}body{display:none'), color('unknown', '#fff')])).toBe('')
  })
})
