import { describe, expect, it } from 'vitest'
import type { DayAlarm } from './judge-days.ts'
import { foldDayAlarms, type HeldAlarm } from './one-cause.ts'

const found = (rule: DayAlarm['rule'], deviceId: number | null = null, part = ''): DayAlarm => ({
  rule,
  deviceId,
  part,
  sinceMs: 0,
  parameters: {},
})
const rulesOf = (days: readonly DayAlarm[], told: readonly HeldAlarm[] = []) =>
  foldDayAlarms(days, told).map(({ rule }) => rule)

describe('one cause is one alarm', () => {
  it('a dead inverter is not weak beside its siblings as well, and its plant not weak', () => {
    const days = [found('weakSibling', 1), found('underPerformance')]
    for (const rule of ['deviceFault', 'zeroPower', 'deviceSilent'] as const)
      expect(rulesOf(days, [{ rule, deviceId: 1, part: '' }])).toEqual([])
    // Another inverter's fault explains nothing of this one.
    expect(rulesOf(days, [{ rule: 'zeroPower', deviceId: 2, part: '' }])).toEqual(['weakSibling'])
    expect(rulesOf(days)).toEqual(['weakSibling'])
  })

  it('a dead string is no weak one, and another weak one is told', () => {
    const days = [found('stringWeak', 1, 'pv1'), found('stringWeak', 1, 'pv2'), found('weakSibling', 1)]
    expect(rulesOf(days, [{ rule: 'stringDead', deviceId: 1, part: 'pv1' }])).toEqual(['stringWeak'])
  })

  it('what has a cause of its own stays', () => {
    const days = [found('soiling'), found('clockShift'), found('snow'), found('underPerformance')]
    expect(rulesOf(days, [{ rule: 'voltageHigh', deviceId: 1, part: '' }])).toEqual(['soiling', 'clockShift', 'snow'])
    expect(rulesOf([found('underPerformance')], [{ rule: 'voltageHigh', deviceId: 1, part: '' }])).toEqual([
      'underPerformance',
    ])
  })
})
