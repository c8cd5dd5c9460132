import type { StationRow } from '@heliograph/contract/maintain-s/station.ts'
import type { FastSystem } from '@heliograph/contract/maintain-s/system.ts'
import { describe, expect, it } from 'vitest'
import { describePlant, withLive } from './plant-line.ts'

const seconds = (iso: string): number => Date.parse(iso) / 1000
const nowMs = Date.parse('2026-07-24T09:40:00Z')

const reason = { kind: 'well', count: 1, total: 1, group: 'inverter', since: null, devices: [], code: null } as const
const row = (changes: Partial<StationRow> = {}): StationRow =>
  ({
    status: 'well',
    reason,
    generationPower: 4210,
    generationValue: 18.64,
    batterySoc: 62,
    nextSunrise: null,
    lastUpdateTime: seconds('2026-07-24T09:39:30Z'),
    regionTimezone: 'Europe/Berlin',
    ...changes,
  }) as StationRow

describe('describePlant', () => {
  it("shows power, charge and today's yield while all is well", () => {
    expect(describePlant(row(), nowMs)).toEqual({
      status: 'well',
      powerW: 4210,
      socPercent: 62,
      sentence: { kind: 'today', energyKwh: 18.64 },
    })
  })

  it.each(['fault', 'silent', 'partSilent', 'late', 'waiting'] as const)('puts %s before the yield', (status) => {
    expect(describePlant(row({ status }), nowMs)).toMatchObject({ status, sentence: { kind: 'trouble' } })
  })

  it('shows a plant as asleep until sunrise', () => {
    const rise = seconds('2026-07-25T03:40:00Z')
    expect(describePlant(row({ status: 'asleep', generationPower: 0, nextSunrise: rise }), nowMs)).toMatchObject({
      status: 'asleep',
      powerW: 0,
      sentence: { kind: 'asleep', sunrise: { atMs: rise * 1000, isToday: false } },
    })
    expect(describePlant(row({ status: 'asleep' }), nowMs).sentence).toEqual({ kind: 'asleep', sunrise: undefined })
  })

  it("counts days by the plant's clock", () => {
    // 23:30 UTC is the next day in Berlin.
    const at = seconds('2026-07-24T22:30:00Z')
    const isToday = (zone: string) =>
      describePlant(row({ status: 'asleep', nextSunrise: at, regionTimezone: zone }), nowMs).sentence
    expect(isToday('Europe/Berlin')).toMatchObject({ sunrise: { isToday: false } })
    expect(isToday('America/New_York')).toMatchObject({ sunrise: { isToday: true } })
  })
})

describe('withLive', () => {
  it('takes live values, also ones that became unknown', () => {
    const live = {
      status: 'silent',
      reason,
      generationPower: null,
      generationValue: null,
      batterySoc: null,
      nextSunrise: null,
      lastUpdateTime: 7,
    } as unknown as FastSystem
    expect(withLive(row(), live)).toMatchObject({
      status: 'silent',
      generationPower: null,
      generationValue: null,
      batterySoc: null,
      lastUpdateTime: 7,
    })
    expect(withLive(row(), undefined)).toEqual(row())
  })
})
