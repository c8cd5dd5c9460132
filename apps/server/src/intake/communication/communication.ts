/** The room's front door: which records of each logger came, which are missing, and likely why. */
export { countDueDays } from './count-due.ts'
export { listFleetCommunication } from './fleet-report.ts'
export type { LoggerDay } from './logger-day.ts'
export { type LoggerNetworking, listNetworking } from './networking.ts'
export { plantCommunication } from './plant-report.ts'
export { noteServerTime } from './server-times.ts'
