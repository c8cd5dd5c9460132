import { DAY_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { describe, expect, it } from 'vitest'
import { faultTypes } from '../../../../simulator/src/faults.ts'
import { judgeRecording } from './testing/judge-recording.ts'
import { faultCases, plants, recordCase, recordSimulated } from './testing/simulated-recordings.ts'

// Faults that take weeks, and a year of the whole fleet: npm run prove simulated.
const MOST_DAYS = 14
const quick = faultTypes.filter((type) => faultCases[type].days.reduce((sum, days) => sum + days) <= MOST_DAYS)

describe("the rules by default, on the simulator's catalog of faults", () => {
  it.each(quick)('tell of %s what is wrong, when and where', (type) => {
    const { recording, fault, row } = recordCase(type)
    const alarms = judgeRecording(recording)
    const found = alarms.find(({ rule }) => rule === row.finds)
    expect([type, found?.rule ?? null]).toEqual([type, row.finds])
    if (found !== undefined) {
      expect(Math.abs(found.openedAtMs - fault.fromMs), type).toBeLessThanOrEqual(DAY_MS)
      if (fault.device !== undefined && found.deviceId !== null) expect(found.deviceId).toBe(fault.device)
    }
    const allowed: readonly (string | null)[] = [row.finds, ...(row.also ?? [])]
    expect(alarms.map(({ rule }) => rule).filter((rule) => !allowed.includes(rule))).toEqual([])
  })

  it.each([
    ['roof', '2026-01-05'],
    ['roof', '2026-06-20'],
    ['house', '2026-03-24'],
    ['micro', '2026-10-20'],
  ] as const)('tell nothing of a %s without a fault from %s on', (plant, from) => {
    const options = { fromMs: Date.parse(from), days: 10, stepMs: 15 * MINUTE_MS }
    expect(judgeRecording(recordSimulated(plants[plant], [], options))).toEqual([])
  })

  const north = { latitude: 69.65, longitude: 18.96, zone: 'Europe/Oslo', country: 'NO', meanTemperatureC: 3 } as const
  const east = { latitude: 31.5, longitude: 120.3, zone: 'Asia/Shanghai', country: 'CN' } as const
  it.each([
    ['in a polar night', north, '2026-12-10'],
    ['where the sun comes back', north, '2026-01-14'],
    ['in a polar day', north, '2026-06-15'],
    ['of an unknown place', east, '2026-06-15'],
    ['of an unknown place in winter', { ...north, latitude: 52 }, '2026-12-10'],
  ] as const)('tell nothing of a plant %s', (name, where, from) => {
    const options = { fromMs: Date.parse(from), days: 10, stepMs: 15 * MINUTE_MS }
    const recording = recordSimulated({ ...plants.roof, ...where }, [], options)
    const nowhere = { ...recording, latitudeDeg: 0, longitudeDeg: 0 }
    expect(judgeRecording(name.startsWith('of') ? nowhere : recording)).toEqual([])
  })

  it('tell of no unread power where snow lets a little through', () => {
    const drawn = { row: { ...faultCases.snow, severity: 0.99, start: '2026-02-14' }, seed: 66_675 }
    const rules = judgeRecording(recordCase('snow', drawn).recording).map(({ rule }) => rule)
    expect(rules).toEqual(['snow'])
  })

  it.each([
    ['2026-07-24', 81_817, 0.67],
    ['2026-07-07', 96_603, 0.39],
  ] as const)(
    'tell of a limit kept from %s on (seed %d, %d of the rating), and of no clock',
    (start, seed, severity) => {
      const drawn = { row: { ...faultCases.clipping, severity, start }, seed }
      const rules = judgeRecording(recordCase('clipping', drawn).recording).map(({ rule }) => rule)
      expect(rules).toEqual(['clipping'])
    },
  )

  it('tell nothing of more modules than the inverter takes', () => {
    const inverter = { serial: 'D0', ratedAcW: 8_000, dcWp: 12_400 }
    const loggers = plants.single.loggers.map((logger) => ({ ...logger, inverters: [inverter] }))
    const options = { fromMs: Date.parse('2026-06-01'), days: 14, stepMs: 15 * MINUTE_MS }
    const recording = recordSimulated({ ...plants.single, loggers }, [], options)
    expect(judgeRecording(recording)).toEqual([])
    // Without a rating, the modules alone explain as much.
    const unrated = recording.devices.map((device) => ({ ...device, ratedW: null }))
    expect(judgeRecording({ ...recording, devices: unrated })).toEqual([])
  })

  it('tell of silence at an unknown place after a day', () => {
    const fromMs = Date.parse('2026-06-01')
    const fault = { type: 'silence', severity: 1, fromMs: fromMs + 3.4 * DAY_MS, toMs: fromMs + 9 * DAY_MS } as const
    const recording = recordSimulated({ ...plants.roof, ...east }, [fault], { fromMs, days: 8, stepMs: 15 * MINUTE_MS })
    const found = judgeRecording({ ...recording, latitudeDeg: 0, longitudeDeg: 0 })
    expect(found.map(({ rule }) => rule)).toEqual(['loggerSilent'])
    expect(found[0]?.foundAtMs).toBeLessThan(fault.fromMs + 1.5 * DAY_MS)
  })
})
