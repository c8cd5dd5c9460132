import { type AlarmInfluence, type AlarmLevel, alarmInfluences, alarmLevels, type TargetKind } from './alarm.ts'
import type { RuleId } from './rule-ids.ts'

const { tip, warning, fault } = alarmLevels
const { none, production, safety, both } = alarmInfluences

/** Input of a rule: each stored sample, the status that time alone changes, complete judged days, or kept facts. */
export type RuleInput = 'sample' | 'status' | 'days' | 'facts'

/** A rule apart from its condition. */
export type RuleRow = Readonly<{
  looksAt: RuleInput
  target: TargetKind
  level: AlarmLevel
  influence: AlarmInfluence
}>

const row = (looksAt: RuleInput, target: TargetKind, level: AlarmLevel, influence: AlarmInfluence): RuleRow => ({
  looksAt,
  target,
  level,
  influence,
})

/** All rules that run by default. */
export const rules: Readonly<Record<RuleId, RuleRow>> = {
  collectionFailure: row('facts', 'plant', tip, none),
  loggerSilent: row('status', 'logger', warning, production),
  deviceSilent: row('status', 'device', warning, production),
  deviceFault: row('sample', 'device', fault, production),
  zeroPower: row('sample', 'device', fault, production),
  repeatedTrips: row('sample', 'device', warning, production),
  stringDead: row('sample', 'part', fault, production),
  stringWeak: row('days', 'part', warning, production),
  underPerformance: row('days', 'plant', warning, production),
  weakSibling: row('days', 'device', warning, production),
  microDead: row('days', 'device', warning, production),
  gridOutage: row('sample', 'device', warning, production),
  voltageHigh: row('sample', 'device', warning, production),
  voltageLow: row('sample', 'device', warning, production),
  frequencyHigh: row('sample', 'device', tip, production),
  frequencyLow: row('sample', 'device', tip, production),
  overheating: row('sample', 'device', warning, both),
  insulationLow: row('sample', 'device', fault, safety),
  batteryHot: row('sample', 'device', fault, safety),
  cellSpread: row('sample', 'device', warning, none),
  socStuck: row('sample', 'device', tip, none),
  exportHigh: row('sample', 'device', warning, none),
  counterDrift: row('days', 'device', warning, none),
  counterReset: row('facts', 'device', tip, none),
  powerSpike: row('facts', 'device', tip, none),
  powerUnread: row('sample', 'device', tip, none),
  valuesFrozen: row('sample', 'device', warning, none),
  clockShift: row('days', 'plant', tip, none),
  deviceClock: row('facts', 'device', tip, none),
  sensorLost: row('sample', 'device', tip, none),
  duplicateSerial: row('facts', 'logger', warning, safety),
  newAddress: row('facts', 'logger', tip, safety),
  soiling: row('days', 'plant', tip, production),
  snow: row('days', 'plant', tip, production),
  clipping: row('days', 'device', tip, production),
  warrantyEnd: row('facts', 'device', tip, none),
  simExpiry: row('facts', 'logger', warning, none),
  portClosed: row('facts', 'logger', warning, none),
  tokenExpiry: row('facts', 'logger', warning, none),
}
