import type { StationRow } from '@heliograph/contract/maintain-s/station.ts'
import type { FastSystem } from '@heliograph/contract/maintain-s/system.ts'
import { describe, expect, it } from 'vitest'
import { describePlant, withLive } from './plant-line.ts'

const seconds = (iso: string): number => Date.parse(iso) / 1000
const nowMs = Date.parse('2026-07-24T09:40:00Z')

const row = (changes: Partial<StationRow> = {}): StationRow =>
  ({
    condition: 'ok',
    warningStatus: 'NORMAL',
    generationPower: 4210,
    generationValue: 18.64,
    batterySoc: 62,
    nextSunrise: null,
    lastUpdateTime: seconds('2026-07-24T09:39:30Z'),
    regionTimezone: 'Europe/Berlin',
    ...changes,
  }) as StationRow

describe('describePlant', () => {
  it('tells power, charge and the yield of today while all is well', () => {
    expect(describePlant(row(), nowMs)).toEqual({
      status: 'ok',
      powerW: 4210,
      socPercent: 62,
      sentence: { kind: 'today', energyKwh: 18.64 },
    })
  })

  it('puts an open alarm before the yield', () => {
    expect(describePlant(row({ warningStatus: 'ALERT' }), nowMs)).toMatchObject({
      status: 'alarm',
      powerW: 4210,
      sentence: { kind: 'alarm' },
    })
  })

  it('shows late figures with the time they are of', () => {
    const at = seconds('2026-07-24T09:10:00Z')
    expect(describePlant(row({ condition: 'stale', lastUpdateTime: at }), nowMs)).toMatchObject({
      status: 'stale',
      powerW: 4210,
      sentence: { kind: 'late', since: { atMs: at * 1000, isToday: true } },
    })
  })

  it('shows no power of a plant that is silent, and since when', () => {
    const at = seconds('2026-07-24T04:10:00Z')
    expect(describePlant(row({ condition: 'offline', lastUpdateTime: at, warningStatus: 'ALERT' }), nowMs)).toEqual({
      status: 'offline',
      powerW: null,
      socPercent: null,
      sentence: { kind: 'silent', since: { atMs: at * 1000, isToday: true } },
    })
  })

  it("counts days by the plant's clock", () => {
    // 23:30 of the day before in Berlin, the same day in Auckland.
    const at = seconds('2026-07-23T21:30:00Z')
    const offline = { condition: 'offline', lastUpdateTime: at } as const
    expect(describePlant(row(offline), nowMs).sentence).toMatchObject({ since: { isToday: false } })
    expect(describePlant(row({ ...offline, regionTimezone: 'Pacific/Auckland' }), nowMs).sentence).toMatchObject({
      since: { isToday: true },
    })
  })

  it('lets a plant sleep until its sun rises', () => {
    const rise = seconds('2026-07-25T03:40:00Z')
    expect(describePlant(row({ condition: 'asleep', generationPower: 0, nextSunrise: rise }), nowMs)).toMatchObject({
      status: 'asleep',
      powerW: 0,
      socPercent: null,
      sentence: { kind: 'asleep', sunrise: { atMs: rise * 1000, isToday: false } },
    })
    expect(describePlant(row({ condition: 'asleep' }), nowMs).sentence).toEqual({ kind: 'asleep', sunrise: undefined })
  })

  it('waits for what never came', () => {
    expect(
      describePlant(row({ condition: 'waiting', lastUpdateTime: null, generationPower: null }), nowMs),
    ).toMatchObject({ status: 'waiting', powerW: null, sentence: { kind: 'waiting' } })
  })
})

describe('withLive', () => {
  it('takes over what the stream says and keeps what it does not know', () => {
    const live = {
      condition: 'ok',
      generationPower: 5000,
      generationValue: null,
      batterySoc: null,
      nextSunrise: null,
      lastUpdateTime: 7,
    } as FastSystem
    expect(withLive(row(), live)).toMatchObject({
      generationPower: 5000,
      generationValue: 18.64,
      batterySoc: 62,
      lastUpdateTime: 7,
    })
    expect(withLive(row(), undefined)).toEqual(row())
  })
})
