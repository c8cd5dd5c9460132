import { DAY_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { describe, expect, it } from 'vitest'
import { faultTypes } from '../../../simulator/src/faults.ts'
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
    const given = { fromMs: Date.parse(from), days: 10, stepMs: 15 * MINUTE_MS }
    expect(judgeRecording(recordSimulated(plants[plant], [], given))).toEqual([])
  })
})
