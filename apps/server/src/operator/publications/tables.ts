import type { AnnouncementLevel, AppPlatform, DocumentKind } from '@heliograph/domain/publication.ts'
import type { Generated } from 'kysely'

/** One language of an announcement. */
export type AnnouncementText = Readonly<{ title: string; body: string }>

declare module '../../platform/db/tables.ts' {
  interface Tables {
    announcements: {
      id: Generated<number>
      level: AnnouncementLevel
      from_at: Stamp
      until_at: Stamp | null
      texts: Readonly<Record<string, AnnouncementText>>
      link: string
      changed_at: Stamp
    }
    documents: {
      id: Generated<number>
      kind: DocumentKind
      language: string
      title: string
      link: string | null
      file: Buffer | null
      size_bytes: number | null
      changed_at: Stamp
    }
    app_versions: {
      id: Generated<number>
      platform: AppPlatform
      version: string
      inner_version: number
      published_at: Stamp
      notes: Readonly<Record<string, string>>
      link: string
      is_required: boolean
    }
  }
}
