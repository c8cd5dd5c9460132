import { describe, expect, it } from 'vitest'
import {
  alwaysDue,
  type DeviceFacts,
  type DueTime,
  deviceStatus,
  type Fault,
  plantStatus,
  rankOf,
  statuses,
} from './status.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const at = (time: string): number => Date.parse(`2026-11-${time}:00Z`)

/** Due from 8:00 to 16:00 every day. */
const byDay: DueTime = {
  between: (fromMs, toMs, mostMs) => {
    let sum = 0
    for (let atMs = fromMs; atMs < toMs && sum < mostMs; atMs += MINUTE) if (isDue(atMs)) sum += MINUTE
    return sum
  },
  reach: (fromMs, dueMs) => {
    let left = dueMs
    for (let atMs = fromMs; atMs < fromMs + 10 * 24 * HOUR; atMs += MINUTE) {
      if (left <= 0) return atMs
      if (isDue(atMs)) left -= MINUTE
    }
    return null
  },
}
const isDue = (atMs: number): boolean => {
  const hours = new Date(atMs).getUTCHours()
  return hours >= 8 && hours < 16
}
const neverDue: DueTime = { between: () => 0, reach: () => null }

const device = (lastAt: string | null, more: Partial<DeviceFacts> = {}): DeviceFacts => ({
  lastAtMs: lastAt === null ? null : at(lastAt),
  intervalMs: 5 * MINUTE,
  due: byDay,
  fault: null,
  loggerOnlineUntilMs: null,
  ...more,
})
const fault = (since: string, kind: Fault['kind'] = 'faultState', code: string | null = '3'): Fault => ({
  kind,
  code,
  sinceMs: at(since),
})

describe('the status of a device', () => {
  it.each<[string, DeviceFacts, string, string, string]>([
    ['never sent', device(null), '21T12:00', 'waiting', 'noRecord'],
    ['just sent', device('21T12:00'), '21T12:14', 'well', 'well'],
    ['missed three intervals', device('21T12:00'), '21T12:16', 'late', 'late'],
    ['missed twelve', device('21T12:00'), '21T13:01', 'silent', 'silent'],
    ['stopped at dusk', device('21T16:01'), '21T22:00', 'asleep', 'asleep'],
    ['A6 before it is due', device('21T15:58'), '22T07:59', 'asleep', 'asleep'],
    ['A6 just due', device('21T16:01'), '22T08:14', 'asleep', 'asleep'],
    ['A6 not there when due', device('21T16:01'), '22T08:17', 'late', 'late'],
    ['A6 missing for an hour', device('21T16:01'), '22T09:01', 'silent', 'silent'],
    ['silent at noon, at midnight', device('21T12:00'), '22T00:00', 'silent', 'silent'],
    ['polar night', device('01T12:00', { due: neverDue }), '21T12:00', 'asleep', 'asleep'],
    ['meter at night', device('21T22:00', { due: alwaysDue }), '21T23:01', 'silent', 'silent'],
    ['B4 logger online', device('21T12:00', { loggerOnlineUntilMs: at('21T13:06') }), '21T13:01', 'silent', 'mute'],
    ['logger away too', device('21T12:00', { loggerOnlineUntilMs: at('21T13:00') }), '21T13:01', 'silent', 'silent'],
    ['A2 fault at night', device('21T16:01', { fault: fault('19T11:00') }), '21T22:00', 'fault', 'faultState'],
    ['A3 fault without a code', device('21T12:00', { fault: fault('21T11:45') }), '21T12:01', 'fault', 'faultState'],
    ['A4 fault, then silent', device('21T11:45', { fault: fault('21T11:45') }), '21T15:00', 'fault', 'faultState'],
  ])('%s', (_name, facts, now, status, kind) => {
    expect(deviceStatus(facts, at(now))).toMatchObject({ status, kind })
  })

  it.each<[string, string, string]>([
    ['reports', '12:00:59', 'well'],
    ['is late after a minute', '12:01:01', 'late'],
    ['is not silent while it restarts', '12:09:59', 'late'],
    ['is silent after ten minutes', '12:10:01', 'silent'],
  ])('of records every ten seconds %s', (_, time, status) => {
    const quick = device('21T12:00', { intervalMs: 10_000, due: alwaysDue })
    expect(deviceStatus(quick, Date.parse(`2026-11-21T${time}Z`)).status).toBe(status)
  })

  it('says since when, and what it would be without its fault', () => {
    expect(deviceStatus(device('21T12:00', { fault: fault('19T11:00') }), at('21T14:00'))).toMatchObject({
      presence: 'silent',
      sinceMs: at('19T11:00'),
      code: '3',
    })
    expect(deviceStatus(device('21T12:00'), at('21T14:00')).sinceMs).toBe(at('21T12:00'))
    expect(deviceStatus(device('21T12:00'), at('21T12:01')).sinceMs).toBeNull()
  })

  it('says when time alone changes it, and changes then', () => {
    for (const facts of [
      device('21T12:00'),
      device('21T15:50'),
      device('21T16:01'),
      device('21T12:00', { due: alwaysDue, loggerOnlineUntilMs: at('21T18:00') }),
    ]) {
      let nowMs = facts.lastAtMs ?? 0
      const seen: string[] = []
      for (let steps = 0; steps < 10; steps++) {
        const { kind, nextChangeAtMs } = deviceStatus(facts, nowMs)
        if (seen.at(-1) !== kind) seen.push(kind)
        if (nextChangeAtMs === null) break
        expect(nextChangeAtMs).toBeGreaterThan(nowMs)
        // Nothing happens before.
        expect(deviceStatus(facts, nextChangeAtMs - 1).kind).toBe(kind)
        nowMs = nextChangeAtMs
      }
      expect(seen.at(-1)).toBe('silent')
      expect(deviceStatus(facts, nowMs).nextChangeAtMs).toBeNull()
    }
  })
})

describe('the status of a plant', () => {
  const now = at('21T14:00')
  const plantOf = (...facts: readonly DeviceFacts[]) =>
    plantStatus(
      facts.map((fact, index) => ({
        id: index + 1,
        name: `Inverter ${index + 1}`,
        group: 'inverter',
        state: deviceStatus(fact, now),
      })),
      { count: 1, heardCount: 1 },
    )
  const well = device('21T13:59')
  const silent = device('21T12:40')

  it('A2: one dead inverter among sixteen that sleep', () => {
    const night = at('21T22:00')
    const dusk = device('21T16:01')
    const dead = device('21T16:01', { fault: fault('19T09:00', 'idle', null) })
    const states = [dead, ...Array.from({ length: 15 }, () => dusk)].map((item, index) => ({
      id: index,
      name: `SIM${index}`,
      group: 'inverter' as const,
      state: deviceStatus(item, night),
    }))
    expect(plantStatus(states, { count: 1, heardCount: 1 })).toMatchObject({
      status: 'fault',
      reason: { kind: 'idle', count: 1, total: 16, group: 'inverter', sinceMs: at('19T09:00'), devices: [{ id: 0 }] },
      deviceCount: 16,
      silentCount: 0,
      faultCount: 1,
    })
  })

  it('A4: a fault remains when its inverter falls silent', () => {
    expect(plantOf(well, device('21T11:45', { fault: fault('21T11:45') }))).toMatchObject({
      status: 'fault',
      reason: { kind: 'faultState', count: 1, total: 2 },
      silentCount: 1,
    })
  })

  it('A5: two of three inverters silent', () => {
    expect(plantOf(well, silent, silent)).toMatchObject({
      status: 'partSilent',
      reason: { kind: 'silent', count: 2, total: 3, sinceMs: at('21T12:40'), group: 'inverter' },
      silentCount: 2,
    })
    expect(plantOf(silent, silent)).toMatchObject({ status: 'silent', reason: { count: 2, total: 2 } })
  })

  it('A5: two of three inverters late are reported too', () => {
    const late = device('21T13:40')
    expect(plantOf(well, late, late)).toMatchObject({ status: 'late', reason: { kind: 'late', count: 2, total: 3 } })
  })

  it('is asleep when all reporting devices are, and well when one is awake', () => {
    const asleep = device('21T16:01', { due: neverDue, lastAtMs: at('20T16:01') })
    expect(plantOf(asleep, asleep)).toMatchObject({ status: 'asleep', reason: { kind: 'asleep', count: 2 } })
    expect(plantOf(asleep, well)).toMatchObject({ status: 'well', reason: { kind: 'well', devices: [] } })
  })

  it('is paused where its connections are, and else what the others are', () => {
    const paused = device('20T09:00', { pausedAtMs: at('20T09:02'), fault: fault('20T08:00') })
    expect(plantOf(paused, paused)).toMatchObject({
      status: 'waiting',
      reason: { kind: 'paused', count: 2, total: 2, sinceMs: at('20T09:02') },
      silentCount: 0,
      faultCount: 0,
    })
    expect(plantOf(paused, well)).toMatchObject({ status: 'well', silentCount: 0 })
    expect(plantOf(paused, silent)).toMatchObject({ status: 'silent', reason: { kind: 'silent', count: 1 } })
  })

  it('after a pause misses only what was due since', () => {
    const now = (time: string) => {
      const read = device('18T12:00', { resumedAtMs: at('21T12:00') })
      const { presence, kind, nextChangeAtMs } = deviceStatus(read, at(time))
      return [presence, kind, nextChangeAtMs]
    }
    expect(now('21T12:10')).toEqual(['waiting', 'noRecord', at('21T12:15') + 1])
    expect(now('21T12:20')).toEqual(['late', 'late', at('21T13:00') + 1])
    expect(now('21T13:05').slice(0, 2)).toEqual(['silent', 'silent'])
    // At night nothing is due.
    const night = device('18T12:00', { resumedAtMs: at('20T20:00') })
    expect(deviceStatus(night, at('20T23:00')).presence).toBe('asleep')
  })

  it('waits for a logger, its first contact and a first record', () => {
    const waiting = (count: number, heardCount: number) => plantStatus([], { count, heardCount }).reason.kind
    expect([waiting(0, 0), waiting(1, 0), waiting(2, 1)]).toEqual(['noLogger', 'noContact', 'noRecord'])
    expect(plantStatus([], { count: 0, heardCount: 0 }).status).toBe('waiting')
  })

  it('names the worst kind, and some of the devices that cause it', () => {
    const faulty = device('21T13:59', { fault: fault('21T09:00', 'faultCode', '23') })
    expect(plantOf(silent, faulty, faulty, faulty, faulty).reason).toMatchObject({
      kind: 'faultCode',
      code: '23',
      count: 4,
      total: 5,
      devices: [{ id: 2 }, { id: 3 }, { id: 4 }],
    })
    const other = device('21T13:59', { fault: fault('21T09:00', 'faultCode', '24') })
    expect(plantOf(faulty, other).reason.code).toBeNull()
  })

  it('is sorted from worst to best', () => {
    expect(statuses.map(rankOf)).toEqual([0, 1, 2, 3, 4, 5, 6])
  })
})
