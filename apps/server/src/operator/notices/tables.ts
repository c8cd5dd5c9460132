import type { AnnouncementLevel, AppPlatform, DocumentKind } from '@heliograph/domain/publication.ts'
import type { Generated } from 'kysely'

/** Topics by which a kind of notice is sorted: level, kind of document, platform. */
export type NoticeTopics = Readonly<{
  announcement: AnnouncementLevel
  document: DocumentKind
  version: AppPlatform
}>
export type NoticeKind = keyof NoticeTopics

/** One language of a notice. */
export type NoticeText = Readonly<{ title: string; body: string }>

declare module '../../platform/db/tables.ts' {
  interface Tables {
    notices: {
      id: Generated<number>
      kind: NoticeKind
      topic: NoticeTopics[NoticeKind]
      texts: Readonly<Record<string, NoticeText>>
      link: string
      from_at: Stamp
      until_at: Stamp | null
      changed_at: Stamp
      file: Buffer | null
      size_bytes: number | null
      version: string | null
      inner_version: number | null
      is_required: boolean | null
    }
  }
}
