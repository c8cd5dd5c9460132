export { createAccountExports } from './account-exports.ts'
export { cancelAccount, requireCancellable, viewCancellation } from './cancellation.ts'
export {
  type AccountExport,
  createExportLink,
  type ExportPort,
  listExports,
  openExport,
  removeExportFiles,
  requestExport,
} from './exports.ts'
