export { listPlantWrites, recordWrite, removeOldWrites, type Write } from './audit-log.ts'
export { findSaved, forgetSaved, isKept, noteUndone, type Saved, textOf } from './undo-entries.ts'
