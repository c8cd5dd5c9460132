import { measuredNames } from '@heliograph/domain/alarms/measured.ts'
import { assert, constantFrom, integer, property, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { alertDetail } from '../maintain-s/alerts.ts'
import { type AlarmDetail, alarmDetail, allWell, metRule } from './alarm.ts'

const known = {
  name: 'NO-Grid',
  maker: 'Solis',
  family: 'all',
  urgency: 'today',
  cause: 'No voltage.',
  remedy: 'Check the breaker.',
  isProbable: true,
  source: 'a list',
} as const
const detail: AlarmDetail = {
  id: '00000000-0000-4000-8000-000000000007',
  name: 'String delivers nothing',
  level: 2,
  influence: 1,
  isOpen: true,
  openedAtMs: 1_000,
  closedAtMs: null,
  lastSeenMs: 3_000,
  day: '2026-06-15',
  ruleId: 'stringDead',
  code: '1015',
  plantId: 7,
  plantName: 'Barn',
  zone: 'Europe/Berlin',
  deviceId: 12,
  deviceName: 'Inverter A',
  serial: 'SN1',
  deviceType: 'INVERTER',
  profileId: 'solis',
  part: 'pv3',
  lostWh: null,
  lostIncome: 0.44,
  currency: 'EUR',
  times: 3,
  acknowledgedAtMs: 4_000,
  snoozedUntilMs: 5_000,
  assignee: { userId: 4, name: 'Mira' },
  notes: 1,
  isBlocked: false,
  mayAct: true,
  description: 'A string gives no power.',
  measured: [{ name: measuredNames[0], value: 264.3, unit: 'V', text: '', quantity: '' }],
  causes: [{ cause: 'A fuse blew.', remedy: 'Have it checked.' }],
  codes: [
    { code: '1015', known, contribution: null },
    { code: '10FF', known: null, contribution: '{}' },
  ],
  events: [{ kind: 'noted', atMs: 6_000, by: null, text: 'Ordered', untilMs: 7_000 }],
  calendar: [{ day: '2026-06-15', openMs: 60_000 }],
  curve: { series: ['d12:acPowerW'], thresholds: [5] },
  blockId: null,
}

const instant = integer({ min: 0, max: 4_000_000_000 }).map((second) => second * 1_000)

const strictDetail = alertDetail.strict()

describe('an alarm on the wire', () => {
  it('survives the way there and back, in the shape of the contract', () => {
    const drawn = record({
      openedAtMs: instant,
      closedAtMs: constantFrom(null, 9_000),
      lostWh: integer({ min: 0, max: 1e12 }).map((tenths) => tenths / 1e4),
      isOpen: constantFrom(true, false),
      isBlocked: constantFrom(true, false),
    })
    assert(
      property(drawn, (parts) => {
        const ours = { ...detail, ...parts }
        const wire = alarmDetail.toWire(ours)
        expect(strictDetail.parse(wire)).toEqual(wire)
        expect(alarmDetail.fromWire(wire)).toEqual(ours)
      }),
    )
  })

  it('comes with what watches and with the rules that found something', () => {
    const well = { rules: 32, plants: 1, sinceMs: null, watchedSinceMs: 2_000, lastDataMs: 3_000 }
    expect(allWell.fromWire(allWell.toWire(well))).toEqual(well)
    expect(allWell.toWire(well)).toEqual({ rules: 32, plants: 1, since: null, watchedSince: 2, lastData: 3 })
    const met = { ruleId: 'stringDead', name: 'String delivers nothing' }
    expect(metRule.fromWire(metRule.toWire(met))).toEqual(met)
  })
})
