export {
  createHistoryImports,
  type HistoryImports,
  type ImportOrders,
  startImport,
  undoImport,
} from './history-imports.ts'
export {
  type ImportPreview,
  listImports,
  openTable,
  previewImport,
  type UploadedFile,
  uploadFile,
} from './import-store.ts'
