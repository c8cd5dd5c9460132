/** The room's front door: what is wrong at plants, found by rules and kept with what people did about it. */
export { type AlarmRow, alarmColumns, toAlarm } from './alarm-row.ts'
export { applyAlarmChanges } from './apply-changes.ts'
export { countOpenAlarms } from './count-open.ts'
export { type JudgedRange, judgeRange } from './judge-range.ts'
export { lookAgain } from './look-again.ts'
export { createAlarmReaction } from './react.ts'
export { readWatched, touchRules, type Watched } from './watched-devices.ts'
