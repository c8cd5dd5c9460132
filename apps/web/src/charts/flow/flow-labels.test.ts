import { describe, expect, it } from 'vitest'
import { linesOf } from './flow-labels.ts'

const said = (name: string, note: string, roomPx: number, isSingle = false) =>
  linesOf({ name, note }, roomPx, isSingle).map((line) => [line.name, line.note].filter(Boolean).join(' · '))

describe('the words at a node', () => {
  it('stand on one line each where they have room', () => {
    expect(said('Batterie', '60 % · entlädt', 150)).toEqual(['Batterie', '60 % · entlädt'])
    expect(said('Solar', '39 % der installierten Leistung', 360, true)).toEqual([
      'Solar · 39 % der installierten Leistung',
    ])
  })

  it('go on in the next line, without the dot that parted them', () => {
    expect(said('Batterie', '60 % · entlädt', 80)).toEqual(['Batterie', '60 %', 'entlädt'])
    expect(said('Steuerbare Lasten', 'nicht gemessen', 82)).toEqual(['Steuerbare', 'Lasten', 'nicht', 'gemessen'])
    expect(said('Solar', '39 % der installierten Leistung', 122, true).length).toBeGreaterThan(2)
  })

  it('are drawn narrower where one word is too wide', () => {
    const [line] = linesOf({ name: 'Mikrowechselrichter', note: '' }, 90, false)
    expect(line).toEqual({ name: 'Mikrowechselrichter', note: '', squeezedPx: 84 })
  })
})
