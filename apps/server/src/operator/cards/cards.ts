import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { Refusal } from '@heliograph/domain/errors.ts'
import { cleanLine, cleanText } from '@heliograph/domain/text.ts'
import type { Db } from '../../platform/db/database.ts'
import { openText, sealText } from '../../platform/secret-key/secret-key.ts'

export type CardKind = 'insurance' | 'plugin'
export type CardDraft = Readonly<{ kind: CardKind; title: string; body: string; url: string; withToken: boolean }>
export type Card = Readonly<{
  id: number
  kind: CardKind
  title: string
  body: string
  url: string
  withToken: boolean
  isOn: boolean
}>
/** As a person sees it. */
export type OpenCard = Readonly<{
  id: number
  kind: CardKind
  title: string
  body: string
  /** Where it leads; shown before the visit. */
  host: string
  /** Its page is shown within ours: one of the operator's own that learns who visits. */
  isFrame: boolean
  consentedMs: number | null
}>

const MOST_CARDS = 30
const TOKEN_S = 300
const PURPOSE = 'application card'

/** All, for the operator. */
export async function listCards(db: Db): Promise<readonly Card[]> {
  const rows = await db.kysely.selectFrom('application_cards').selectAll().orderBy('id').limit(MOST_CARDS).execute()
  return rows.map(({ secret, is_on, changed_at: _, ...row }) => ({ ...row, withToken: secret !== null, isOn: is_on }))
}

/** Those that are on. */
export async function listOpenCards(db: Db, userId: number): Promise<readonly OpenCard[]> {
  const rows = await db.kysely
    .selectFrom('application_cards as c')
    .leftJoin('application_consents as a', (join) => join.onRef('a.card_id', '=', 'c.id').on('a.user_id', '=', userId))
    .select(['c.id', 'c.kind', 'c.title', 'c.body', 'c.url', 'c.secret', 'a.at'])
    .where('c.is_on', '=', true)
    .orderBy('c.id')
    .limit(MOST_CARDS)
    .execute()
  return rows.map(({ url, at, secret, ...row }) => ({
    ...row,
    host: new URL(url).host,
    isFrame: secret !== null,
    consentedMs: at?.getTime() ?? null,
  }))
}

/** The origins of pages that are shown within ours: of cards that are on and get a token. */
export async function listFrameOrigins(db: Db): Promise<readonly string[]> {
  const rows = await db.kysely
    .selectFrom('application_cards')
    .select('url')
    .where('is_on', '=', true)
    .where('secret', 'is not', null)
    .limit(MOST_CARDS)
    .execute()
  return [...new Set(rows.map(({ url }) => new URL(url).origin))]
}

/**
 * Off until switched on.
 * @returns the secret that signs the tokens, shown once
 * @throws Refusal PARAM_ERROR, TOO_MANY
 */
export async function addCard(
  db: Db,
  draft: CardDraft,
  nowMs: number,
): Promise<Readonly<{ id: number; secret: string | null }>> {
  const title = cleanLine(draft.title, 80)
  if (title === '') throw new Refusal('PARAM_ERROR', { field: 'title' })
  if ((await listCards(db)).length >= MOST_CARDS) throw new Refusal('TOO_MANY', { most: MOST_CARDS })
  // A partner learns nothing about who comes.
  const secret = draft.withToken && draft.kind === 'plugin' ? randomBytes(32).toString('base64url') : null
  const { id } = await db.kysely
    .insertInto('application_cards')
    .values({
      kind: draft.kind,
      title,
      body: cleanText(draft.body, 600),
      url: draft.url,
      is_on: false,
      secret: secret === null ? null : sealText(secret, PURPOSE),
      changed_at: new Date(nowMs),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, secret }
}

/** @throws Refusal NOT_FOUND */
export async function switchCard(db: Db, id: number, isOn: boolean, nowMs: number): Promise<void> {
  const done = await db.kysely
    .updateTable('application_cards')
    .set({ is_on: isOn, changed_at: new Date(nowMs) })
    .where('id', '=', id)
    .executeTakeFirst()
  if (done.numUpdatedRows === 0n) throw new Refusal('NOT_FOUND')
}

/** @throws Refusal NOT_FOUND */
export async function removeCard(db: Db, id: number): Promise<void> {
  const gone = await db.kysely.deleteFrom('application_cards').where('id', '=', id).executeTakeFirst()
  if (gone.numDeletedRows === 0n) throw new Refusal('NOT_FOUND')
}

/**
 * The address that a card leads to. A plug-in may get a token of five minutes that says who comes: a JWT (RFC 7519),
 * signed with the card's secret (HS256).
 * @throws Refusal NOT_FOUND for a card that is off, PARAM_ERROR without the consent that a partner's card needs
 */
export async function openCard(
  db: Db,
  visitor: Readonly<{ userId: number; language: string; issuer: string }>,
  options: Readonly<{ id: number; consents: boolean; hidden?: CardKind | undefined }>,
  nowMs: number,
): Promise<string> {
  const card = await db.kysely
    .selectFrom('application_cards')
    .selectAll()
    .where('id', '=', options.id)
    .where('is_on', '=', true)
    .executeTakeFirst()
  if (card === undefined || card.kind === options.hidden) throw new Refusal('NOT_FOUND')
  if (card.kind === 'insurance') {
    if (!options.consents) throw new Refusal('PARAM_ERROR', { field: 'consent' })
    await db.kysely
      .insertInto('application_consents')
      .values({ user_id: visitor.userId, card_id: card.id, at: new Date(nowMs) })
      .onConflict((conflict) => conflict.columns(['user_id', 'card_id']).doNothing())
      .execute()
  }
  const url = new URL(card.url)
  if (card.secret !== null)
    url.searchParams.set(
      'token',
      signToken(openText(card.secret, PURPOSE), { ...visitor, audience: url.origin }, nowMs),
    )
  return url.href
}

function signToken(
  secret: string,
  {
    userId,
    language,
    issuer,
    audience,
  }: Readonly<{ userId: number; language: string; issuer: string; audience: string }>,
  nowMs: number,
): string {
  const iat = Math.floor(nowMs / 1000)
  const claims = { iss: issuer, aud: audience, sub: String(userId), lang: language, iat, exp: iat + TOKEN_S }
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')
  const head = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ ...claims, jti: randomUUID() })}`
  return `${head}.${createHmac('sha256', secret).update(head).digest('base64url')}`
}
