/** The room's front door: what is wrong at plants, found by rules and kept with what people did about it. */
export { type AlarmRow, alarmColumns, toAlarm } from './alarm-row.ts'
export { applyAlarmChanges } from './apply-changes.ts'
export { countOpenAlarms } from './count-open.ts'
