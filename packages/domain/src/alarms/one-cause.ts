import type { DayAlarm } from './judge-days.ts'
import type { AnyRuleId } from './rule-ids.ts'

/** Subject of an alarm, within a plant. */
export type HeldAlarm = Readonly<{ rule: AnyRuleId; deviceId: number | null; part: string }>

/** Alarms of a device that say why it gives nothing or little. */
const stops: readonly AnyRuleId[] = ['deviceFault', 'zeroPower', 'deviceSilent', 'repeatedTrips']

/**
 * Rules that days would raise as well for a fault with an open alarm: an inverter that stands still is weak beside its
 * siblings, a dead string is a weak one, and any of them makes the plant bring less. One cause is one alarm.
 */
const causesOf: Partial<Record<AnyRuleId, readonly AnyRuleId[]>> = {
  weakSibling: [...stops, 'stringDead', 'stringWeak'],
  microDead: stops,
  stringWeak: [...stops, 'stringDead'],
  underPerformance: [
    ...stops,
    'stringDead',
    'stringWeak',
    'weakSibling',
    'microDead',
    'loggerSilent',
    'clipping',
    'soiling',
  ],
}

/** Whether a finding of the days is the consequence of another alarm of the plant. */
export function isConsequence(one: HeldAlarm, others: readonly HeldAlarm[]): boolean {
  const causes = causesOf[one.rule] ?? []
  return others.some(
    ({ rule, deviceId, part }) =>
      causes.includes(rule) &&
      (one.deviceId === null || deviceId === one.deviceId) &&
      // Of a string only the same one, or its whole device.
      (one.part === '' || part === '' || part === one.part),
  )
}

/** Findings of the days that no other alarm explains. @param held alarms that hold, or held on the last of the days */
export const foldDayAlarms = (found: readonly DayAlarm[], held: readonly HeldAlarm[]): readonly DayAlarm[] =>
  found.filter((item) => !isConsequence(item, [...held, ...found.filter((other) => other !== item)]))
