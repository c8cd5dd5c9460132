export {
  addAnnouncement,
  changeAnnouncement,
  listAnnouncements,
  listShownAnnouncements,
} from './announcements.ts'
export { addVersion, findLatestVersion, listVersions } from './app-versions.ts'
export { addDocument, listDocuments } from './documents.ts'
export { getDocumentFile, removeNotice } from './notice-store.ts'
