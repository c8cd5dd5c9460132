export {
  type AnnouncementDraft,
  addAnnouncement,
  changeAnnouncement,
  listAnnouncements,
  listShownAnnouncements,
  removeAnnouncement,
} from './announcements.ts'
export { addVersion, findLatestVersion, listVersions, removeVersion } from './app-versions.ts'
export { addDocument, getDocumentFile, hasDocuments, listDocuments, removeDocument } from './documents.ts'
