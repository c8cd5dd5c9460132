export { deleteAccount, requireDeletable, viewDeletionPlan } from './account-deletion.ts'
export { type AccountExports, createAccountExports } from './account-exports.ts'
export {
  ACCOUNT_EXPORT_DAYS,
  createExportLink,
  type ExportPort,
  listExports,
  openExport,
  requestExport,
} from './exports.ts'
