import { describe, expect, it } from 'vitest'
import type { PlantNow } from '../../../api/plant-now.ts'
import type { Plant } from '../../../api/plants.ts'
import { describePlant, withLive } from './plant-line.ts'

const nowMs = Date.parse('2026-07-24T09:40:00Z')

const reason = { kind: 'well', count: 1, total: 1, group: 'inverter', sinceMs: null, devices: [], code: null } as const
const row = (changes: Partial<Plant> = {}): Plant =>
  ({
    status: 'well',
    reason,
    pvW: 4210,
    todayWh: 18640,
    socPercent: 62,
    nextSunriseMs: null,
    zone: 'Europe/Berlin',
    ...changes,
  }) as Plant

describe('describePlant', () => {
  it("shows power, charge and today's yield while all is well", () => {
    expect(describePlant(row(), nowMs)).toEqual({
      status: 'well',
      powerW: 4210,
      socPercent: 62,
      sentence: { kind: 'today', energyWh: 18_640 },
    })
  })

  it.each(['fault', 'silent', 'partSilent', 'late', 'waiting'] as const)('puts %s before the yield', (status) => {
    expect(describePlant(row({ status }), nowMs)).toMatchObject({ status, sentence: { kind: 'trouble' } })
  })

  it('shows a plant as asleep until sunrise', () => {
    const rise = Date.parse('2026-07-25T03:40:00Z')
    expect(describePlant(row({ status: 'asleep', pvW: 0, nextSunriseMs: rise }), nowMs)).toMatchObject({
      status: 'asleep',
      powerW: 0,
      sentence: { kind: 'asleep', sunrise: { atMs: rise, isToday: false } },
    })
    expect(describePlant(row({ status: 'asleep' }), nowMs).sentence).toEqual({ kind: 'asleep', sunrise: undefined })
  })

  it("counts days by the plant's clock", () => {
    // 23:30 UTC is the next day in Berlin.
    const at = Date.parse('2026-07-24T22:30:00Z')
    const isToday = (zone: string) => describePlant(row({ status: 'asleep', nextSunriseMs: at, zone }), nowMs).sentence
    expect(isToday('Europe/Berlin')).toMatchObject({ sunrise: { isToday: false } })
    expect(isToday('America/New_York')).toMatchObject({ sunrise: { isToday: true } })
  })
})

describe('withLive', () => {
  it('takes live values, also ones that became unknown', () => {
    const live = {
      status: 'silent',
      reason,
      pvW: null,
      todayWh: null,
      socPercent: null,
      nextSunriseMs: null,
    } as unknown as PlantNow
    expect(withLive(row(), live)).toMatchObject({
      status: 'silent',
      pvW: null,
      todayWh: null,
      socPercent: null,
    })
    expect(withLive(row(), undefined)).toEqual(row())
  })
})
