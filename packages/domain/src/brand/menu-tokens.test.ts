import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contrastRatio } from '../color.ts'
import { menuTokens } from './menu-tokens.ts'

const hex = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`)
const names = [
  'primary',
  'ok',
  'warn',
  'fault',
  'left-menu-bg',
  'left-menu-text',
  'left-menu-card',
  'left-menu-card-name',
]
const brand = fc
  .record(Object.fromEntries(names.map((name) => [name, fc.option(hex, { freq: 4 })])))
  .map((set) => Object.entries(set).flatMap(([name, code]) => (code ? [{ name, code, alpha: 100 }] : [])))
const words = ['text', 'text-2', 'text-3', 'primary-text', 'ok-text', 'warn-text', 'fault-text']
const marks = ['primary', 'ok-mark', 'warn-mark', 'fault-mark', 'asleep', 'battery-line']

describe('the list of plants of a brand', () => {
  it('has readable words and marks on all its grounds: 500 brands', () => {
    fc.assert(
      fc.property(brand, (colors) => {
        const { menu, card } = menuTokens(colors)
        const ground = colors.find(({ name }) => name === 'left-menu-bg')?.code
        const row = colors.find(({ name }) => name === 'left-menu-card')?.code ?? (ground && '#ffffff')
        for (const [tokens, below] of [[menu, ground] as const, [card, row] as const]) {
          if (below === undefined) {
            expect(tokens).toEqual({})
            continue
          }
          for (const [list, least] of [[words, 4.49] as const, [marks, 2.99] as const])
            for (const name of list)
              for (const seenOn of [below, tokens.surface ?? ''])
                expect(contrastRatio(tokens[name] ?? '', seenOn), `${name} on ${seenOn}`).toBeGreaterThanOrEqual(least)
          for (const name of ['ok', 'warn', 'fault', 'primary'])
            expect(contrastRatio(tokens[`${name}-text`] ?? '', tokens[`${name}-soft`] ?? '')).toBeGreaterThanOrEqual(
              4.49,
            )
        }
        if (ground) {
          const on = menu['create-button'] ?? colors.find(({ name }) => name === 'create-button')?.code ?? ''
          expect(contrastRatio(menu['create-text'] ?? '', on)).toBeGreaterThanOrEqual(4.49)
        }
      }),
      { numRuns: 500, seed: 11 },
    )
  })

  it('stays as the page has it where the brand colors neither', () => {
    expect(menuTokens([{ name: 'primary', code: '#0a5c36', alpha: 100 }])).toEqual({ menu: {}, card: {} })
  })
})
