import { DAY_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import {
  MOST_SUGGESTION_PICTURES,
  type SuggestionCategory,
  type SuggestionState,
} from '@heliograph/domain/publication.ts'
import { cleanLine, cleanText } from '@heliograph/domain/text.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { FileSender } from '../../platform/file-reader/file-reader.ts'
import { drawPicture } from '../../platform/pictures/pictures.ts'

/** Where the person was, named with their consent only. */
export type SuggestionContext = Readonly<Record<string, string>>
export type SuggestionReply = Readonly<{ id: number; byOperator: boolean; body: string; atMs: number }>
export type Suggestion = Readonly<{
  id: number
  category: SuggestionCategory
  body: string
  contact: string
  context: SuggestionContext | null
  state: SuggestionState
  createdMs: number
  changedMs: number
  pictureCount: number
  replies: readonly SuggestionReply[]
  /** Of the person who wrote it; only for the operator. */
  account: string
}>

const MOST_A_DAY = 10
const MOST_REPLIES = 100
const LONGEST_BODY = 4_000
const LONGEST_CONTACT = 200
const LONGEST_CONTEXT = 300

/** @throws Refusal PARAM_ERROR, TOO_MANY */
export async function addSuggestion(
  db: Db,
  userId: number,
  options: Readonly<{
    category: SuggestionCategory
    body: string
    contact: string
    context: SuggestionContext | null
    /** Data URLs. */
    pictures: readonly string[]
  }>,
  nowMs: number,
  sender: FileSender,
): Promise<number> {
  const body = cleanText(options.body, LONGEST_BODY)
  if (body === '') throw new Refusal('PARAM_ERROR', { field: 'content' })
  if (options.pictures.length > MOST_SUGGESTION_PICTURES) throw new Refusal('PARAM_ERROR', { field: 'pictures' })
  await requireRoomToday(db, userId, nowMs)
  const pictures: Buffer[] = []
  // One after the other: five large photos at once would take the memory of all.
  for (const picture of options.pictures) pictures.push(await reEncodePicture(picture, sender))
  const now = new Date(nowMs)
  return db.transaction(async (transaction) => {
    const { id } = await transaction
      .insertInto('suggestions')
      .values({
        user_id: userId,
        category: options.category,
        body,
        created_at: now,
        changed_at: now,
        contact: cleanLine(options.contact, LONGEST_CONTACT),
        context: options.context && cleanContext(options.context),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const rows = pictures.map((data, position) => ({ suggestion_id: id, position, data }))
    if (rows.length > 0) await transaction.insertInto('suggestion_pictures').values(rows).execute()
    return id
  })
}

const cleanContext = (context: SuggestionContext): SuggestionContext =>
  Object.fromEntries(Object.entries(context).map(([name, value]) => [name, cleanLine(value, LONGEST_CONTEXT)]))

const PICTURE_FORM = { as: 'webp', fit: 'inside', width: 1_600, height: 1_600, quality: 80 } as const

/**
 * A picture that people sent, drawn anew.
 * @param dataUrl of a JPEG, PNG or WebP; its bytes, not its name, say which
 * @throws Refusal PARAM_ERROR, TOO_MANY_REQUESTS, TIMED_OUT when the sender left
 */
export async function reEncodePicture(dataUrl: string, sender: FileSender): Promise<Buffer> {
  const [, base64 = ''] = /^data:image\/[a-z]+;base64,([A-Za-z0-9+/]+={0,2})$/.exec(dataUrl) ?? []
  const question = { bytes: Buffer.from(base64, 'base64'), takes: ['jpeg', 'png', 'webp'] } as const
  try {
    const [drawn] = await drawPicture(question, [PICTURE_FORM], sender)
    return drawn.bytes
  } catch (error) {
    // The sender learns only that the bytes are no picture, not why.
    if (error instanceof Refusal && error.code === 'IMAGE_UNREADABLE')
      throw new Refusal('PARAM_ERROR', { field: 'pictures' })
    throw error
  }
}

async function requireRoomToday(db: Db, userId: number, nowMs: number): Promise<void> {
  const { count } = await db.kysely
    .selectFrom('suggestions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('created_at', '>', new Date(nowMs - DAY_MS))
    .executeTakeFirstOrThrow()
  if (count >= MOST_A_DAY) throw new Refusal('TOO_MANY', { most: MOST_A_DAY })
}

/** Newest first. @param options.userId absent: of everybody, for the operator */
export async function listSuggestions(
  db: Db,
  options: Readonly<{ userId?: number; state?: SuggestionState | undefined; page: number; size: number }>,
): Promise<Readonly<{ total: number; items: readonly Suggestion[] }>> {
  const { userId, state, page, size } = options
  let query = db.kysely.selectFrom('suggestions as s')
  if (userId !== undefined) query = query.where('s.user_id', '=', userId)
  if (state !== undefined) query = query.where('s.state', '=', state)
  const [{ total }, rows] = await Promise.all([
    query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    query
      .innerJoin('users as u', 'u.id', 's.user_id')
      .selectAll('s')
      .select('u.account')
      .select(
        sql<number>`(select count(*)::int from suggestion_pictures p where p.suggestion_id = s.id)`.as('pictures'),
      )
      .orderBy('s.id', 'desc')
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
  ])
  const replies = await repliesOf(
    db,
    rows.map(({ id }) => id),
  )
  const items = rows.map(({ id, category, body, contact, context, account, ...row }) => ({
    id,
    category,
    body,
    contact,
    context,
    account,
    state: row.state,
    createdMs: row.created_at.getTime(),
    changedMs: row.changed_at.getTime(),
    pictureCount: row.pictures,
    replies: replies.get(id) ?? [],
  }))
  return { total, items }
}

async function repliesOf(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, readonly SuggestionReply[]>> {
  const found = new Map<number, SuggestionReply[]>()
  if (ids.length === 0) return found
  const rows = await db.kysely
    .selectFrom('suggestion_replies')
    .selectAll()
    .where('suggestion_id', 'in', ids)
    .orderBy('id')
    .execute()
  for (const { id, suggestion_id, by_operator, body, at } of rows) {
    const reply = { id, byOperator: by_operator, body, atMs: at.getTime() }
    found.set(suggestion_id, [...(found.get(suggestion_id) ?? []), reply])
  }
  return found
}

/** A reader of a suggestion: its writer, or the operator. */
export type SuggestionReader = Readonly<{ userId: number; isOperator: boolean }>

/** @returns a data URL, or undefined for a picture that does not exist for the reader */
export async function findSuggestionPicture(
  db: Db,
  reader: SuggestionReader,
  id: number,
  position: number,
): Promise<string | undefined> {
  let query = db.kysely
    .selectFrom('suggestion_pictures as p')
    .innerJoin('suggestions as s', 's.id', 'p.suggestion_id')
    .select('p.data')
    .where('p.suggestion_id', '=', id)
    .where('p.position', '=', position)
  if (!reader.isOperator) query = query.where('s.user_id', '=', reader.userId)
  const row = await query.executeTakeFirst()
  return row && `data:image/webp;base64,${row.data.toString('base64')}`
}

/**
 * The operator's reply makes it answered, the writer's makes it open again.
 * @param options.asOperator an administrator answers a suggestion of their own as the operator; no one else can
 * @throws Refusal NOT_FOUND for another person's, PARAM_ERROR, ABNORMAL when it is closed, TOO_MANY
 */
export async function replyToSuggestion(
  db: Db,
  reader: SuggestionReader,
  options: Readonly<{ id: number; body: string; asOperator?: boolean }>,
  nowMs: number,
): Promise<void> {
  const body = cleanText(options.body, LONGEST_BODY)
  if (body === '') throw new Refusal('PARAM_ERROR', { field: 'content' })
  await db.transaction(async (transaction) => {
    const row = await transaction
      .selectFrom('suggestions')
      .select(['user_id', 'state'])
      .where('id', '=', options.id)
      .forUpdate()
      .executeTakeFirst()
    const isOwn = row?.user_id === reader.userId
    if (row === undefined || !(isOwn || reader.isOperator)) throw new Refusal('NOT_FOUND')
    if (row.state === 'closed') throw new Refusal('ABNORMAL')
    const { count } = await transaction
      .selectFrom('suggestion_replies')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('suggestion_id', '=', options.id)
      .executeTakeFirstOrThrow()
    if (count >= MOST_REPLIES) throw new Refusal('TOO_MANY', { most: MOST_REPLIES })
    const byOperator = reader.isOperator && (!isOwn || options.asOperator === true)
    const at = new Date(nowMs)
    await transaction
      .insertInto('suggestion_replies')
      .values({ suggestion_id: options.id, by_operator: byOperator, body, at })
      .execute()
    await transaction
      .updateTable('suggestions')
      .set({ state: byOperator ? 'answered' : 'open', changed_at: at })
      .where('id', '=', options.id)
      .execute()
  })
}

/** @throws Refusal NOT_FOUND */
export async function setSuggestionState(db: Db, id: number, state: SuggestionState, nowMs: number): Promise<void> {
  const done = await db.kysely
    .updateTable('suggestions')
    .set({ state, changed_at: new Date(nowMs) })
    .where('id', '=', id)
    .executeTakeFirst()
  if (done.numUpdatedRows === 0n) throw new Refusal('NOT_FOUND')
}
