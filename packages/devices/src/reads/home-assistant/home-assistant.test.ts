import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entitiesIn, readPrefs } from './prefs.ts'
import { readSource } from './read-source.ts'
import { createHaStates } from './states.ts'
import { readStatistics } from './statistics.ts'

describe('energy settings of Home Assistant', () => {
  it('in their newer form name powers with either sign, or one for each direction', () => {
    const sources = readPrefs({
      energy_sources: [
        {
          type: 'grid',
          stat_energy_from: 'sensor.import',
          stat_energy_to: 'sensor.export',
          power_config: { stat_rate_from: 'sensor.p_in', stat_rate_to: 'sensor.p_out' },
        },
        {
          type: 'battery',
          stat_energy_from: 'sensor.out',
          stat_energy_to: 'sensor.in',
          power_config: { stat_rate_inverted: 'sensor.charging' },
          stat_soc: 'sensor.soc',
        },
        { type: 'solar', stat_energy_from: 'tibber:energy', stat_rate: 'sensor.pv' },
      ],
    })
    expect(sources.map(({ key, items }) => [key, items])).toEqual([
      ['solar 1', [{ quantity: 'acPowerW', plus: ['sensor.pv'] }]],
      [
        'grid',
        [
          { quantity: 'gridImportTotalWh', plus: ['sensor.import'] },
          { quantity: 'gridExportTotalWh', plus: ['sensor.export'] },
          { quantity: 'gridPowerW', plus: ['sensor.p_in'], minus: ['sensor.p_out'] },
        ],
      ],
      [
        'battery 1',
        [
          { quantity: 'batteryDischargeTotalWh', plus: ['sensor.out'] },
          { quantity: 'batteryChargeTotalWh', plus: ['sensor.in'] },
          { quantity: 'batteryPowerW', plus: [], minus: ['sensor.charging'] },
          { quantity: 'batterySocPercent', plus: ['sensor.soc'] },
        ],
      ],
    ])
    const states = createHaStates(entitiesIn(sources))
    const a = Object.fromEntries(
      [
        ['sensor.p_in', '0'],
        ['sensor.p_out', '1.5'],
        ['sensor.charging', '300'],
        ['sensor.soc', '77'],
      ].map(([id, s]) => [id, { s, a: id === 'sensor.p_out' ? { unit_of_measurement: 'kW' } : {} }]),
    )
    states.apply({ a })
    const values = sources.map((source) => readSource(source, states, { serial: 'ha', name: 'x' })?.values)
    expect(values).toEqual([undefined, { gridPowerW: -1500 }, { batteryPowerW: -300, batterySocPercent: 77 }])
  })

  it('of any kind throw nothing, nor do states and statistics', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.jsonValue({ maxDepth: 4 }), (prefs, event) => {
        const sources = readPrefs(prefs)
        const states = createHaStates(['sensor.a', ...entitiesIn(sources)])
        states.apply(event)
        for (const source of sources) {
          readSource(source, states, { serial: 'ha', name: 'x' })
          readStatistics(source, event)
        }
      }),
      { numRuns: 10_000 },
    )
  })
})

it('states that are removed, or of others, are not there', () => {
  const states = createHaStates(['sensor.a'])
  expect(states.apply({ a: { 'sensor.a': { s: '1', lc: 5 }, 'sensor.b': { s: '2' } } })).toEqual(['sensor.a'])
  expect(states.get('sensor.a')).toEqual({ state: '1', unit: undefined, atMs: 5_000 })
  expect(states.get('sensor.b')).toBeUndefined()
  expect(states.apply({ c: { 'sensor.a': { '+': { s: '3', lu: 6 } } } })).toEqual(['sensor.a'])
  expect(states.get('sensor.a')?.atMs).toBe(6_000)
  expect(states.apply({ r: ['sensor.a'] })).toEqual(['sensor.a'])
  expect(states.get('sensor.a')).toBeUndefined()
})
