import { describe, expect, it } from 'vitest'
import { deviceCondition, deviceState, freshValue, hasFault, sleepsAtNight } from './device-condition.ts'

const nowMs = 1_000_000_000
const minute = 60_000
const inverter = { type: 'INVERTER', quantities: ['acPowerW'], intervalMs: 5 * minute } as const
const hybrid = { ...inverter, quantities: ['pvPowerW', 'batteryPowerW'] } as const
const heard = (minutesAgo: number) => ({ atMs: nowMs - minutesAgo * minute })

describe('the condition of a device', () => {
  it.each([
    ['fresh', inverter, 15, true, 'ok'],
    ['late', inverter, 16, true, 'stale'],
    ['silent by day', inverter, 61, true, 'offline'],
    ['silent by night', inverter, 61, false, 'asleep'],
    ['silent for a day and a night', inverter, 21 * 60, false, 'offline'],
    ['a battery that is silent at night', hybrid, 61, false, 'offline'],
    ['a meter that is silent at night', { ...inverter, type: 'METER' }, 61, false, 'offline'],
  ] as const)('%s', (_, device, minutesAgo, sunUp, condition) => {
    expect(deviceCondition(device, heard(minutesAgo), nowMs, sunUp)).toBe(condition)
  })

  it('waits for a device that never spoke', () => {
    expect(deviceCondition(inverter, undefined, nowMs, true)).toBe('waiting')
    expect(sleepsAtNight(hybrid)).toBe(false)
  })

  it('is 1 online, 2 alarm, 3 offline on the wire', () => {
    expect([deviceState('ok', false), deviceState('stale', true), deviceState('asleep', true)]).toEqual([1, 2, 3])
  })

  it('takes nothing older than three intervals for now', () => {
    const latest = {
      plantId: 1,
      deviceId: 1,
      atMs: nowMs,
      values: {
        acPowerW: { value: 5, atMs: nowMs - 15 * minute },
        faultCode1: { value: 7, atMs: nowMs - 15 * minute - 1 },
      },
    }
    expect(freshValue(latest, 'acPowerW', nowMs, 5 * minute)).toBe(5)
    expect(freshValue(latest, 'faultCode1', nowMs, 5 * minute)).toBeUndefined()
    expect(freshValue(latest, 'pvPowerW', nowMs, 5 * minute)).toBeUndefined()
    expect([hasFault(latest, nowMs, 5 * minute), hasFault(latest, nowMs - minute, 5 * minute)]).toEqual([false, true])
  })
})
