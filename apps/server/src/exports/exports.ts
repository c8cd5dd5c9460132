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
export { streamExport } from './stream-export.ts'
