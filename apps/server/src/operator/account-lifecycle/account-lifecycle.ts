export { deleteAccount, requireDeletable, viewDeletionPlan } from './account-deletion.ts'
export { type AccountExports, createAccountExports } from './account-exports.ts'
export {
  type AccountExport,
  createExportLink,
  type ExportPort,
  listExports,
  openExport,
  requestExport,
} from './exports.ts'
