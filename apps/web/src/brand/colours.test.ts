import { contrastRatio } from '@heliograph/domain/colour.ts'
import { describe, expect, it } from 'vitest'
import { toStyleSheet } from './colours.ts'

const colour = (name: string, code: string, alpha = 100) => ({ name, code, alpha })
const block = (css: string, selector: string): string => css.split(`${selector}{`)[1]?.split('}')[0] ?? ''
const variable = (rules: string, name: string): string => new RegExp(`--${name}:(#[0-9a-f]{6})`).exec(rules)?.[1] ?? ''

describe('toStyleSheet', () => {
  it.each(['#ffe600', '#001a4d', '#4c87fe', '#f00', '#777'])(
    'keeps text and buttons in %s readable in both themes',
    (brand) => {
      const css = toStyleSheet([colour('primary', brand)])
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

  it('uses status colors, for marks and for text on their soft background', () => {
    const rules = block(toStyleSheet([colour('ok', '#52c41b')]), ':root')
    expect(contrastRatio(variable(rules, 'ok-text'), variable(rules, 'ok-soft'))).toBeGreaterThanOrEqual(4.5)
  })

  it('keeps surface colors to the light theme', () => {
    const css = toStyleSheet([colour('top-bg', '#0a2540', 90)])
    expect(css).toBe('[data-theme="light"]{--top-bg:rgba(10, 37, 64, 0.9)}')
  })

  it('uses the twelve chart colors in both themes', () => {
    const css = toStyleSheet([colour('chart-12', '#abc'), colour('chart-13', '#abc')])
    expect(css).toContain('--chart-12')
    expect(css).not.toContain('chart-13')
  })

  it("keeps the product's shades where a brand has the product's colors", () => {
    expect(toStyleSheet([colour('primary', '#4C87FF'), colour('fault', '#f5222d')])).toBe('')
  })

  it('lets nothing through that is not a color', () => {
    expect(toStyleSheet([colour('primary', 'red;}body{display:none'), colour('unknown', '#fff')])).toBe('')
  })
})
