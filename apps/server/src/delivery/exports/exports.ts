export { rightOf } from './check-definition.ts'
export {
  type ExportOrders,
  listPlantExports,
  openPlantExport,
  openSharedExport,
  orderExport,
  readUse,
  removeExport,
  repeatExport,
} from './export-orders.ts'
export type { Orderer } from './may-export.ts'
export { createPlantExports, type PlantExports } from './plant-exports.ts'
export { findDevices } from './point-rows.ts'
export { confirmRecipient, lookAtOffer } from './recipients.ts'
export { endReport, isReportEnded } from './report-subscription.ts'
export {
  addSchedule,
  listSchedules,
  removeSchedule,
  sendTest,
  setRecipients,
} from './schedules.ts'
export { streamExport } from './stream-export.ts'
export { listTemplates, removeTemplate, saveTemplate } from './templates.ts'
