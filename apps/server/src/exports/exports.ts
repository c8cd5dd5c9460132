export { rightOf } from './check-definition.ts'
export {
  type ExportOrders,
  listPlantExports,
  type Orderer,
  openPlantExport,
  orderExport,
  type PlantExport,
  readUse,
  removeExport,
  repeatExport,
} from './export-orders.ts'
export { createPlantExports, type PlantExports } from './plant-exports.ts'
export { findDevices } from './point-rows.ts'
export { addSchedule, type ExportSchedule, listSchedules, removeSchedule } from './schedules.ts'
export { streamExport } from './stream-export.ts'
export { listTemplates, removeTemplate, saveTemplate } from './templates.ts'
