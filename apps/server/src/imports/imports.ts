export {
  createHistoryImports,
  type HistoryImports,
  type ImportOrders,
  startImport,
  undoImport,
} from './history-imports.ts'
export {
  type HistoryImport,
  type ImportPreview,
  listImports,
  previewImport,
  uploadFile,
} from './import-store.ts'
