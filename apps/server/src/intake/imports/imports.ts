export {
  createHistoryImports,
  type HistoryImports,
  type ImportOrders,
  startImport,
  undoImport,
} from './history-imports.ts'
export {
  listImports,
  previewImport,
  uploadFile,
} from './import-store.ts'
