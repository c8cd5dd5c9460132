export { listPlantWrites, recordWrite, removeOldWrites, type Write } from './audit-log.ts'
