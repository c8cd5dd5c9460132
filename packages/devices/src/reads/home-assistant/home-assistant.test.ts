import { HOUR_MS } from '@heliograph/domain/duration.ts'
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

  it('add the powers of several connections, each in its own form', () => {
    const grid = (power: object) => ({ type: 'grid', stat_energy_from: null, stat_energy_to: null, ...power })
    const powerOf = (...sources: object[]) => readPrefs({ energy_sources: sources }).map(({ items }) => items)
    expect(
      powerOf(
        grid({ stat_rate: 'sensor.a' }),
        grid({ stat_rate: 'sensor.made', power_config: { stat_rate_from: 'sensor.b', stat_rate_to: 'sensor.c' } }),
        grid({ stat_rate: 'sensor.made_too', power_config: { stat_rate_inverted: 'sensor.d' } }),
      ),
    ).toEqual([[{ quantity: 'gridPowerW', plus: ['sensor.a', 'sensor.b'], minus: ['sensor.c', 'sensor.d'] }]])
    expect(powerOf(grid({ stat_rate: 'sensor.a' }), grid({ stat_rate: 'other:b' }))).toEqual([])
  })

  it('name no sum of which a part has no entity, and wind as generation', () => {
    const flow_from = [{ stat_energy_from: 'sensor.low' }, { stat_energy_from: 'tibber:high' }]
    const flow_to = [{ stat_energy_to: 'sensor.out' }]
    const wind = { type: 'wind', stat_energy_from: 'sensor.turbine' }
    const sources = readPrefs({ energy_sources: [{ type: 'grid', flow_from, flow_to }, wind] })
    expect(sources.map(({ key, role, items }) => [key, role, items])).toEqual([
      ['wind 1', 'generation', [{ quantity: 'generationTotalWh', plus: ['sensor.turbine'] }]],
      ['grid', 'grid', [{ quantity: 'gridExportTotalWh', plus: ['sensor.out'] }]],
    ])
  })

  it('of which a sum was corrected below 0 keep what rises', () => {
    const source = {
      key: 'solar 1',
      type: 'INVERTER',
      items: [{ quantity: 'generationTotalWh', plus: ['sensor.a'] }],
    } as const
    const rows = [-2.5, -1, 0.5].map((sum, index) => ({ start: index * HOUR_MS, sum }))
    expect(readStatistics(source, { 'sensor.a': rows })?.rows).toEqual([
      [HOUR_MS, 0],
      [2 * HOUR_MS, 1500],
      [3 * HOUR_MS, 3000],
    ])
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
