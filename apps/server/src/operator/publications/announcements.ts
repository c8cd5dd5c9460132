import { Refusal } from '@heliograph/domain/errors.ts'
import { type AnnouncementLevel, announcementLevels } from '@heliograph/domain/publication.ts'
import { cleanLine, cleanText } from '@heliograph/domain/text.ts'
import type { Db } from '../../platform/db/database.ts'
import { pickLanguage } from './pick-language.ts'
import type { AnnouncementText } from './tables.ts'

export type AnnouncementDraft = Readonly<{
  level: AnnouncementLevel
  fromMs: number
  /** null: until it is removed. */
  untilMs: number | null
  texts: Readonly<Record<string, AnnouncementText>>
  link: string
}>
export type Announcement = AnnouncementDraft & Readonly<{ id: number; changedMs: number }>
/** In one language. */
export type ShownAnnouncement = Omit<Announcement, 'texts'> &
  AnnouncementText &
  Readonly<{
    language: string
  }>

/** So many are kept; a page that shows more than a few banners shows none. */
const MOST_KEPT = 200
const MOST_SHOWN = 5
const LONGEST_TITLE = 120
const LONGEST_BODY = 2_000

/** Those of this instant, the weightiest first, in a language or the nearest that exists. */
export async function listShownAnnouncements(
  db: Db,
  language: string,
  nowMs: number,
): Promise<readonly ShownAnnouncement[]> {
  const now = new Date(nowMs)
  const rows = await db.kysely
    .selectFrom('announcements')
    .selectAll()
    .where('from_at', '<=', now)
    .where((one) => one.or([one('until_at', 'is', null), one('until_at', '>', now)]))
    .orderBy('id', 'desc')
    .limit(MOST_KEPT)
    .execute()
  return rows
    .map(toAnnouncement)
    .flatMap(({ texts, ...row }) => {
      const picked = pickLanguage(texts, language)
      return picked === undefined ? [] : [{ ...row, ...picked.text, language: picked.language }]
    })
    .sort((one, other) => announcementLevels.indexOf(other.level) - announcementLevels.indexOf(one.level))
    .slice(0, MOST_SHOWN)
}

/** Newest first. */
export async function listAnnouncements(
  db: Db,
  { page, size }: Readonly<{ page: number; size: number }>,
): Promise<Readonly<{ total: number; items: readonly Announcement[] }>> {
  const of = db.kysely.selectFrom('announcements')
  const [{ total }, rows] = await Promise.all([
    of.select((one) => one.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    of
      .selectAll()
      .orderBy('id', 'desc')
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
  ])
  return { total, items: rows.map(toAnnouncement) }
}

/** @throws Refusal PARAM_ERROR, TOO_MANY */
export async function addAnnouncement(db: Db, draft: AnnouncementDraft, nowMs: number): Promise<number> {
  const row = toRow(draft, nowMs)
  const { count } = await db.kysely
    .selectFrom('announcements')
    .select((one) => one.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= MOST_KEPT) throw new Refusal('TOO_MANY', { most: MOST_KEPT })
  const { id } = await db.kysely.insertInto('announcements').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Who has dismissed it sees the changed one again. @throws Refusal PARAM_ERROR, NOT_FOUND */
export async function changeAnnouncement(db: Db, id: number, draft: AnnouncementDraft, nowMs: number): Promise<void> {
  const done = await db.kysely
    .updateTable('announcements')
    .set(toRow(draft, nowMs))
    .where('id', '=', id)
    .executeTakeFirst()
  if (done.numUpdatedRows === 0n) throw new Refusal('NOT_FOUND')
}

/** @throws Refusal NOT_FOUND */
export async function removeAnnouncement(db: Db, id: number): Promise<void> {
  const gone = await db.kysely.deleteFrom('announcements').where('id', '=', id).executeTakeFirst()
  if (gone.numDeletedRows === 0n) throw new Refusal('NOT_FOUND')
}

function toRow({ level, fromMs, untilMs, texts, link }: AnnouncementDraft, nowMs: number) {
  if (untilMs !== null && untilMs <= fromMs) throw new Refusal('PARAM_ERROR', { field: 'body.endTime' })
  const cleaned = Object.entries(texts)
    .map(([language, { title, body }]) => {
      const text = { title: cleanLine(title, LONGEST_TITLE), body: cleanText(body, LONGEST_BODY) }
      return [language, text] as const
    })
    .filter(([, { title }]) => title !== '')
  if (cleaned.length === 0) throw new Refusal('PARAM_ERROR', { field: 'body.texts' })
  return {
    ...{ level, link },
    from_at: new Date(fromMs),
    until_at: untilMs === null ? null : new Date(untilMs),
    texts: Object.fromEntries(cleaned),
    changed_at: new Date(nowMs),
  }
}

const toAnnouncement = (row: {
  id: number
  level: AnnouncementLevel
  from_at: Date
  until_at: Date | null
  texts: Readonly<Record<string, AnnouncementText>>
  link: string
  changed_at: Date
}): Announcement => ({
  id: row.id,
  level: row.level,
  fromMs: row.from_at.getTime(),
  untilMs: row.until_at?.getTime() ?? null,
  texts: row.texts,
  link: row.link,
  changedMs: row.changed_at.getTime(),
})
