import { Refusal } from '@heliograph/domain/errors.ts'
import { cleanLine, cleanText } from '@heliograph/domain/text.ts'
import type { Db } from '../../platform/db/database.ts'
import type { NoticeKind, NoticeText, NoticeTopics } from './tables.ts'

export type Texts = Readonly<Record<string, NoticeText>>
export type NoticeDraft<Kind extends NoticeKind> = Readonly<{
  topic: NoticeTopics[Kind]
  /** By language, '' for all. */
  texts: Texts
  /** '': none. */
  link: string
  fromMs: number
  /** null: until it is removed. */
  untilMs?: number | null
  changedMs: number
  file?: Buffer | null
  release?: Release
}>
type Release = Readonly<{ version: string; innerVersion: number; isRequired: boolean }>

export type Notice<Kind extends NoticeKind> = Omit<Required<NoticeDraft<Kind>>, 'file'> &
  Readonly<{ id: number; sizeBytes: number | null }>

/** So many of a kind are kept. */
export const MOST_KEPT = { announcement: 200, document: 300, version: 1_000 } as const satisfies Record<
  NoticeKind,
  number
>
const LONGEST_TITLE = 160
const LONGEST_BODY = 4_000

/** Cleaned; a language with neither title nor body is left out. */
export function cleanTexts(texts: Texts, longest: Readonly<{ title?: number; body?: number }> = {}): Texts {
  const { title: longestTitle = LONGEST_TITLE, body: longestBody = LONGEST_BODY } = longest
  const cleaned = Object.entries(texts).map(([language, { title, body }]) => {
    const text: NoticeText = { title: cleanLine(title, longestTitle), body: cleanText(body, longestBody) }
    return [language, text] as const
  })
  return Object.fromEntries(cleaned.filter(([, { title, body }]) => title !== '' || body !== ''))
}

/** The entry of a language, else the English one, else any: a text in another language is better than none. */
export function pickLanguage<T>(
  texts: Readonly<Record<string, T>>,
  language: string,
): Readonly<{ language: string; text: T }> | undefined {
  const found = [language, 'en', ...Object.keys(texts)].find((code) => Object.hasOwn(texts, code))
  const text = found === undefined ? undefined : texts[found]
  return found === undefined || text === undefined ? undefined : { language: found, text }
}

type Filter<Kind extends NoticeKind> = Readonly<{
  topic?: NoticeTopics[Kind] | undefined
  /** Absent: past and future ones too. */
  shownAtMs?: number | undefined
}>

function selectNotices<Kind extends NoticeKind>({ kysely }: Db, kind: Kind, { topic, shownAtMs }: Filter<Kind> = {}) {
  let rows = kysely.selectFrom('notices').where('kind', '=', kind)
  if (topic !== undefined) rows = rows.where('topic', '=', topic)
  if (shownAtMs === undefined) return rows
  const at = new Date(shownAtMs)
  return rows
    .where('from_at', '<=', at)
    .where(({ or, eb }) => or([eb('until_at', 'is', null), eb('until_at', '>', at)]))
}

/** The newest first, without the bytes of their files. */
export async function readNotices<Kind extends NoticeKind>(
  db: Db,
  kind: Kind,
  options: Filter<Kind> & Readonly<{ by?: 'id' | 'from_at'; page?: number; size?: number }> = {},
): Promise<readonly Notice<Kind>[]> {
  const { by = 'id', page = 1, size = MOST_KEPT[kind] } = options
  const rows = await selectNotices(db, kind, options)
    .select(['id', 'topic', 'texts', 'link', 'from_at', 'until_at', 'changed_at', 'size_bytes'])
    .select(['version', 'inner_version', 'is_required'])
    .orderBy(by, 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    // The table keeps the topics of all kinds in one column.
    topic: row.topic as NoticeTopics[Kind],
    texts: row.texts,
    link: row.link,
    fromMs: row.from_at.getTime(),
    untilMs: row.until_at?.getTime() ?? null,
    changedMs: row.changed_at.getTime(),
    sizeBytes: row.size_bytes,
    release: {
      version: row.version ?? '',
      innerVersion: row.inner_version ?? 0,
      isRequired: row.is_required ?? false,
    },
  }))
}

export async function countNotices<Kind extends NoticeKind>(db: Db, kind: Kind, filter?: Filter<Kind>) {
  const { count } = await selectNotices(db, kind, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** @throws Refusal NOT_FOUND also for a document that is a link */
export async function getDocumentFile(db: Db, id: number): Promise<Readonly<{ title: string; file: Buffer }>> {
  const row = await selectNotices(db, 'document').select(['texts', 'file']).where('id', '=', id).executeTakeFirst()
  if (row?.file == null) throw new Refusal('NOT_FOUND')
  return { title: Object.values(row.texts)[0]?.title ?? '', file: row.file }
}

/** @throws Refusal TOO_MANY, ABNORMAL for a version that exists */
export async function addNotice<Kind extends NoticeKind>(
  db: Db,
  kind: Kind,
  draft: NoticeDraft<Kind>,
): Promise<number> {
  const most = MOST_KEPT[kind]
  if ((await countNotices(db, kind)) >= most) throw new Refusal('TOO_MANY', { most })
  const added = await db.kysely
    .insertInto('notices')
    .values({ kind, ...toRow(draft) })
    .onConflict((conflict) => conflict.columns(['topic', 'version']).where('kind', '=', 'version').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added === undefined) throw new Refusal('ABNORMAL')
  return added.id
}

/** @throws Refusal NOT_FOUND */
export async function changeNotice<Kind extends NoticeKind>(
  db: Db,
  kind: Kind,
  id: number,
  draft: NoticeDraft<Kind>,
): Promise<void> {
  const { numUpdatedRows } = await db.kysely
    .updateTable('notices')
    .set(toRow(draft))
    .where('kind', '=', kind)
    .where('id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal('NOT_FOUND')
}

/** @throws Refusal NOT_FOUND */
export async function removeNotice(db: Db, kind: NoticeKind, id: number): Promise<void> {
  const { numDeletedRows } = await db.kysely
    .deleteFrom('notices')
    .where('kind', '=', kind)
    .where('id', '=', id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new Refusal('NOT_FOUND')
}

function toRow<Kind extends NoticeKind>({ topic, texts, link, file = null, release, ...draft }: NoticeDraft<Kind>) {
  const { fromMs, untilMs = null, changedMs } = draft
  return {
    topic,
    texts,
    link,
    from_at: new Date(fromMs),
    until_at: untilMs === null ? null : new Date(untilMs),
    changed_at: new Date(changedMs),
    file,
    size_bytes: file?.length ?? null,
    version: release?.version ?? null,
    inner_version: release?.innerVersion ?? null,
    is_required: release?.isRequired ?? null,
  }
}
