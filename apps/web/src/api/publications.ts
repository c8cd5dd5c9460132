/** Publications of the operator: announcements, documents, versions, and where people get help. */
import type { AppVersionWire, DocumentWire } from '@heliograph/contract/backyard-api-s/publication.ts'
import type { LanguageCode } from '@heliograph/domain/languages.ts'
import type { AnnouncementLevel, AppPlatform, DocumentKind } from '@heliograph/domain/publication.ts'
import { queryOptions } from '@tanstack/react-query'
import { safeLink } from './brand.ts'
import { addressOf, call } from './call.ts'

export type AnnouncementDraft = Readonly<{
  level: AnnouncementLevel
  fromMs: number
  /** null: until it is removed. */
  untilMs: number | null
  texts: Readonly<Partial<Record<LanguageCode, Readonly<{ title: string; body: string }>>>>
  link: string
}>
export type Announcement = AnnouncementDraft & Readonly<{ id: number }>
export type Page<T> = Readonly<{ total: number; rows: readonly T[] }>

const pageOf = (page: number, size: number) =>
  ({ page, size, 'order.direction': 'DESC', 'order.property': 'id' }) as const

export async function fetchAnnouncements(page: number, size: number, signal: AbortSignal): Promise<Page<Announcement>> {
  const { total, data } = await call('GET /backyard-api-s/announcement', { query: pageOf(page, size) }, { signal })
  return { total, rows: data }
}

/** @param id of the one to replace; undefined: a new one */
export function saveAnnouncement(id: number | undefined, draft: AnnouncementDraft): Promise<unknown> {
  const { level, fromMs, untilMs, texts, link } = draft
  const body = { level, fromMs, untilMs, texts, link }
  return id === undefined
    ? call('POST /backyard-api-s/announcement', { body })
    : call('POST /backyard-api-s/announcement/{id}', { params: { id }, body })
}

export const removeAnnouncement = (id: number) => call('DELETE /backyard-api-s/announcement/{id}', { params: { id } })

export type PublishedDocument = Readonly<{
  id: number
  kind: DocumentKind
  /** '': for all languages. */
  language: string
  title: string
  href: string
  /** undefined: a link. */
  sizeBytes: number | undefined
  changedMs: number
}>

export const documentsQuery = queryOptions({
  queryKey: ['documents'],
  queryFn: async ({ signal }): Promise<readonly PublishedDocument[]> => {
    const { data } = await call('GET /backyard-api-s/document/getDocList', { query: {} }, { signal })
    return data.map(toDocument)
  },
})

const toDocument = ({ id, kind, lan, title, link, sizeBytes, updateTime }: DocumentWire): PublishedDocument => ({
  id,
  kind,
  title,
  language: lan,
  href: safeLink(link ?? '') ?? addressOf('GET /backyard-api-s/document/{id}/file', { id }),
  sizeBytes: sizeBytes ?? undefined,
  changedMs: updateTime * 1000,
})

/** @param options.content a PDF as Base64 */
export function addDocument(
  options: Readonly<{ kind: DocumentKind; language: LanguageCode | ''; title: string }> &
    Readonly<{ link: string } | { content: string }>,
): Promise<unknown> {
  const { kind, language, title } = options
  const source = 'link' in options ? { link: options.link } : { content: options.content }
  return call('POST /backyard-api-s/document', { body: { kind, language, title, ...source } })
}

export const removeDocument = (id: number) => call('DELETE /backyard-api-s/document/{id}', { params: { id } })

export type AppVersion = Readonly<{
  id: number
  platform: AppPlatform
  version: string
  innerVersion: number
  publishedMs: number
  notes: string
  link: string | undefined
  isRequired: boolean
}>

export const versionsQuery = (language: LanguageCode, size: number) =>
  queryOptions({
    queryKey: ['versions', language, size],
    queryFn: async ({ signal }): Promise<Page<AppVersion>> => {
      const body = { lan: language, page: 1, size }
      const { total, data } = await call('POST /backyard-api-s/version/manage/query', { body }, { signal })
      return { total, rows: data.flatMap(toVersion) }
    },
  })

function toVersion({ id, publishTime, content, link, ...row }: AppVersionWire): readonly AppVersion[] {
  if (id === null || publishTime === null) return []
  return [{ ...row, id, publishedMs: publishTime * 1000, notes: content, link: safeLink(link) }]
}

export type VersionDraft = Readonly<{
  platform: AppPlatform
  version: string
  innerVersion: number
  publishedMs: number
  notes: Readonly<Partial<Record<LanguageCode, string>>>
  link: string
  isRequired: boolean
}>

export const addVersion = ({ publishedMs, notes, ...draft }: VersionDraft): Promise<unknown> =>
  call('POST /backyard-api-s/app/upgrade/add-version', {
    body: { ...draft, publishTime: Math.round(publishedMs / 1000), content: notes },
  })

export const removeVersion = (id: number) => call('DELETE /backyard-api-s/version/manage/{id}', { params: { id } })

export type Support = Readonly<{ link: string; mail: string; hours: string }>

export const supportQuery = queryOptions({
  queryKey: ['support'],
  queryFn: ({ signal }): Promise<Support> => call('GET /backyard-api-s/oem/support', undefined, { signal }),
})
export const saveSupport = (body: Support) => call('POST /backyard-api-s/oem/support', { body })
