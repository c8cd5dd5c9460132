import { describe, expect, it } from 'vitest'
import { judgeModules } from './judge-modules.ts'
import { emptyLayout, type LayoutModule } from './layout.ts'
import { addGrid, wholeGrid } from './module-grid.ts'
import { spreadReadings, stringKey } from './module-values.ts'

const modulesOf = (count: number, change: (module: LayoutModule) => Partial<LayoutModule> = () => ({})) =>
  addGrid(emptyLayout, wholeGrid(1, count)).layout.modules.map((module) => ({ ...module, ...change(module) }))
const verdictsOf = (modules: readonly LayoutModule[], values: readonly (number | null)[], least = 10) =>
  [...judgeModules(modules, ({ id }) => values[id - 1] ?? null, least).values()].map(({ verdict }) => verdict)

describe('a module beside its plane', () => {
  it.each<[string, (number | null)[], string[]]>([
    ['all alike', [300, 301, 299, 302, 298], ['well', 'well', 'well', 'well', 'well']],
    ['one is shaded', [300, 301, 299, 302, 200], ['well', 'well', 'well', 'well', 'weak']],
    ['one is dead', [300, 301, 299, 302, 0], ['well', 'well', 'well', 'well', 'dead']],
    ['one is stronger', [300, 301, 299, 302, 400], ['well', 'well', 'well', 'well', 'strong']],
    ['one is silent', [300, 301, 299, 302, null], ['well', 'well', 'well', 'well', 'unknown']],
    ['dusk', [3, 3, 3, 2, 0], ['quiet', 'quiet', 'quiet', 'quiet', 'quiet']],
    ['too few', [300, 301, 100], ['alone', 'alone', 'alone']],
    // Half of the plane is in the shade: nothing stands out.
    ['clouds', [300, 150, 290, 160, 310, 140], ['well', 'well', 'well', 'well', 'well', 'well']],
  ])('%s', (_, values, verdicts) => expect(verdictsOf(modulesOf(values.length), values)).toEqual(verdicts))

  it('is compared per Wp where all of the plane have a nameplate', () => {
    const rated = modulesOf(5, ({ id }) => ({ ratedWp: id === 5 ? 200 : 400 }))
    expect(verdictsOf(rated, [300, 300, 300, 300, 150])[4]).toBe('well')
    const partly = rated.map((module) => (module.id === 1 ? { ...module, ratedWp: null } : module))
    expect(verdictsOf(partly, [300, 300, 300, 300, 150])[4]).toBe('weak')
  })

  it('is compared with its own plane alone', () => {
    const modules = modulesOf(8, ({ id }) => ({ groupId: id > 4 ? 2 : 1 }))
    expect(verdictsOf(modules, [300, 300, 300, 300, 100, 100, 100, 100])).toEqual(Array(8).fill('well'))
  })
})

describe('what a module has of what was measured', () => {
  const string = { serial: 'INV', input: 2 }
  it('is its own input, or its share of a string by nameplate', () => {
    const modules = modulesOf(4, ({ id }) =>
      id === 1 ? { serial: 'M', port: 2 } : id === 4 ? {} : { string, ratedWp: id === 2 ? 300 : 100 },
    )
    const readings = new Map([
      ['M:2', 250],
      [stringKey(string), 800],
    ])
    expect([...spreadReadings(modules, (key) => readings.get(key))]).toEqual([
      [1, { value: 250, origin: 'own' }],
      [2, { value: 600, origin: 'share' }],
      [3, { value: 200, origin: 'share' }],
    ])
  })

  it('is an equal share where a nameplate is missing; without a reading nothing', () => {
    const modules = modulesOf(2, ({ id }) => ({ string, ratedWp: id === 1 ? 300 : null }))
    expect([...spreadReadings(modules, () => 100).values()].map(({ value }) => value)).toEqual([50, 50])
    expect(spreadReadings(modules, () => null).size).toBe(0)
  })

  it('adds up to what the string delivers', () => {
    const modules = modulesOf(7, ({ id }) => ({ string, ratedWp: 300 + 7 * id }))
    const values = [...spreadReadings(modules, () => 1234.5).values()]
    expect(values.reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(1234.5, 9)
  })
})
