import { APP_VERSION, INNER_VERSION } from '@heliograph/domain/product-version.ts'
import type { AppPlatform } from '@heliograph/domain/publication.ts'
import type { Db } from '../../platform/db/database.ts'
import { addNotice, cleanTexts, countNotices, pickLanguage, readNotices } from './notice-store.ts'

export type VersionDraft = Readonly<{
  platform: AppPlatform
  version: string
  innerVersion: number
  publishedMs: number
  /** By language. */
  notes: Readonly<Record<string, string>>
  link: string
  isRequired: boolean
}>
export type AppVersion = Omit<VersionDraft, 'notes' | 'publishedMs'> &
  Readonly<{
    /** null: the running version, which was never published. */
    id: number | null
    publishedMs: number | null
    /** '' without a text. */
    notes: string
  }>

type Asked = Readonly<{ platform?: AppPlatform | undefined; language: string; page: number; size: number }>

/** Newest first, without those of the future. */
export async function listVersions(
  db: Db,
  { platform, language, page, size }: Asked,
  nowMs: number,
): Promise<Readonly<{ total: number; items: readonly AppVersion[] }>> {
  const asked = { topic: platform, shownAtMs: nowMs }
  const [total, rows] = await Promise.all([
    countNotices(db, 'version', asked),
    readNotices(db, 'version', { ...asked, by: 'from_at', page, size }),
  ])
  const items = rows.map(({ id, topic, release, fromMs, texts, link }) => ({
    id,
    platform: topic,
    ...release,
    publishedMs: fromMs,
    notes: pickLanguage(texts, language)?.text.body ?? '',
    link,
  }))
  return { total, items }
}

/** The newest that is out. Of the page it is the running one until one is published. */
export async function findLatestVersion(
  db: Db,
  platform: AppPlatform,
  language: string,
  nowMs: number,
): Promise<AppVersion | undefined> {
  const { items } = await listVersions(db, { platform, language, page: 1, size: 1 }, nowMs)
  return items[0] ?? (platform === 'WEB' ? RUNNING : undefined)
}
const RUNNING: AppVersion = {
  id: null,
  platform: 'WEB',
  version: APP_VERSION,
  innerVersion: INNER_VERSION,
  publishedMs: null,
  notes: '',
  link: '',
  isRequired: false,
}

/** @throws Refusal ABNORMAL for a version that exists, TOO_MANY */
export async function addVersion(db: Db, draft: VersionDraft, nowMs: number): Promise<number> {
  const { platform, publishedMs, notes, link, ...release } = draft
  const texts = Object.fromEntries(Object.entries(notes).map(([language, body]) => [language, { title: '', body }]))
  return addNotice(db, 'version', {
    topic: platform,
    texts: cleanTexts(texts),
    link,
    fromMs: publishedMs,
    changedMs: nowMs,
    release,
  })
}
