import { Refusal } from '@heliograph/domain/errors.ts'
import { type AnnouncementLevel, announcementLevels } from '@heliograph/domain/publication.ts'
import type { Db } from '../../platform/db/database.ts'
import {
  addNotice,
  changeNotice,
  cleanTexts,
  countNotices,
  type Notice,
  type NoticeDraft,
  pickLanguage,
  readNotices,
  type Texts,
} from './notice-store.ts'
import type { NoticeText } from './tables.ts'

export type AnnouncementDraft = Readonly<{
  level: AnnouncementLevel
  fromMs: number
  /** null: until it is removed. */
  untilMs: number | null
  texts: Texts
  link: string
}>
export type Announcement = AnnouncementDraft & Readonly<{ id: number; changedMs: number }>
/** In one language. */
export type ShownAnnouncement = Omit<Announcement, 'texts'> & NoticeText & Readonly<{ language: string }>

/** A page that shows more than a few banners shows none. */
const MOST_SHOWN = 5
const LONGEST = { title: 120, body: 2_000 }

/** Those of this instant, the weightiest first, in a language or the nearest that exists. */
export async function listShownAnnouncements(
  db: Db,
  language: string,
  nowMs: number,
): Promise<readonly ShownAnnouncement[]> {
  const rows = await readNotices(db, 'announcement', { shownAtMs: nowMs })
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
  page: Readonly<{ page: number; size: number }>,
): Promise<Readonly<{ total: number; items: readonly Announcement[] }>> {
  const [total, rows] = await Promise.all([countNotices(db, 'announcement'), readNotices(db, 'announcement', page)])
  return { total, items: rows.map(toAnnouncement) }
}

/** @throws Refusal PARAM_ERROR, TOO_MANY */
export const addAnnouncement = async (db: Db, draft: AnnouncementDraft, nowMs: number): Promise<number> =>
  addNotice(db, 'announcement', toNotice(draft, nowMs))

/** Readers who dismissed it see the changed one again. @throws Refusal PARAM_ERROR, NOT_FOUND */
export const changeAnnouncement = async (db: Db, id: number, draft: AnnouncementDraft, nowMs: number): Promise<void> =>
  changeNotice(db, 'announcement', id, toNotice(draft, nowMs))

function toNotice({ level, ...draft }: AnnouncementDraft, nowMs: number): NoticeDraft<'announcement'> {
  const { fromMs, untilMs } = draft
  if (untilMs !== null && untilMs <= fromMs) throw new Refusal('PARAM_ERROR', { field: 'endTime' })
  const texts = Object.fromEntries(
    Object.entries(cleanTexts(draft.texts, LONGEST)).filter(([, { title }]) => title !== ''),
  )
  if (Object.keys(texts).length === 0) throw new Refusal('PARAM_ERROR', { field: 'texts' })
  return { ...draft, topic: level, texts, changedMs: nowMs }
}

const toAnnouncement = ({ topic, ...row }: Notice<'announcement'>): Announcement => ({
  id: row.id,
  level: topic,
  fromMs: row.fromMs,
  untilMs: row.untilMs,
  texts: row.texts,
  link: row.link,
  changedMs: row.changedMs,
})
