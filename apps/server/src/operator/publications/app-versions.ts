import { Refusal } from '@heliograph/domain/errors.ts'
import { APP_VERSION, INNER_VERSION } from '@heliograph/domain/product-version.ts'
import type { AppPlatform } from '@heliograph/domain/publication.ts'
import { cleanText } from '@heliograph/domain/text.ts'
import type { Db } from '../../platform/db/database.ts'
import { pickLanguage } from './pick-language.ts'

export type VersionDraft = Readonly<{
  platform: AppPlatform
  version: string
  innerVersion: number
  publishedMs: number
  notes: Readonly<Record<string, string>>
  link: string
  isRequired: boolean
}>
export type AppVersion = Omit<VersionDraft, 'notes' | 'publishedMs'> &
  Readonly<{
    /** null: the version that runs, which nobody published. */
    id: number | null
    publishedMs: number | null
    /** '' without a text. */
    notes: string
  }>

const MOST_KEPT = 1_000
const LONGEST_NOTES = 4_000

type Asked = Readonly<{ platform?: AppPlatform | undefined; language: string; page: number; size: number }>

/** Newest first, without those of the future unless `nowMs` is absent. */
export async function listVersions(
  db: Db,
  { platform, language, page, size }: Asked,
  nowMs?: number,
): Promise<Readonly<{ total: number; items: readonly AppVersion[] }>> {
  let of = db.kysely.selectFrom('app_versions')
  if (platform !== undefined) of = of.where('platform', '=', platform)
  if (nowMs !== undefined) of = of.where('published_at', '<=', new Date(nowMs))
  const [{ total }, rows] = await Promise.all([
    of.select((one) => one.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    of
      .selectAll()
      .orderBy('published_at', 'desc')
      .orderBy('id', 'desc')
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
  ])
  const items = rows.map(({ inner_version, published_at, is_required, notes, ...row }) => ({
    ...row,
    innerVersion: inner_version,
    publishedMs: published_at.getTime(),
    isRequired: is_required,
    notes: pickLanguage(notes, language)?.text ?? '',
  }))
  return { total, items }
}

/** The newest that is out. Of the page it is the running one while nobody has published any. */
export async function findLatestVersion(
  db: Db,
  platform: AppPlatform,
  language: string,
  nowMs: number,
): Promise<AppVersion | undefined> {
  const { items } = await listVersions(db, { platform, language, page: 1, size: 1 }, nowMs)
  return items[0] ?? (platform === 'WEB' ? running : undefined)
}
const running: AppVersion = {
  ...{ id: null, platform: 'WEB', version: APP_VERSION, innerVersion: INNER_VERSION },
  ...{ publishedMs: null, notes: '', link: '', isRequired: false },
}

/** @throws Refusal ABNORMAL for a version that exists, TOO_MANY */
export async function addVersion(db: Db, draft: VersionDraft): Promise<number> {
  const { count } = await db.kysely
    .selectFrom('app_versions')
    .select((one) => one.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= MOST_KEPT) throw new Refusal('TOO_MANY', { most: MOST_KEPT })
  const notes = Object.entries(draft.notes)
    .map(([language, text]) => [language, cleanText(text, LONGEST_NOTES)] as const)
    .filter(([, text]) => text !== '')
  const row = await db.kysely
    .insertInto('app_versions')
    .values({
      platform: draft.platform,
      version: draft.version,
      inner_version: draft.innerVersion,
      published_at: new Date(draft.publishedMs),
      notes: Object.fromEntries(notes),
      link: draft.link,
      is_required: draft.isRequired,
    })
    .onConflict((conflict) => conflict.columns(['platform', 'version']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('ABNORMAL')
  return row.id
}

/** @throws Refusal NOT_FOUND */
export async function removeVersion(db: Db, id: number): Promise<void> {
  const gone = await db.kysely.deleteFrom('app_versions').where('id', '=', id).executeTakeFirst()
  if (gone.numDeletedRows === 0n) throw new Refusal('NOT_FOUND')
}
