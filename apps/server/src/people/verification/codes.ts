import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import type { Contact } from '@heliograph/domain/contact.ts'
import { HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { toCounted } from './code-counts.ts'

/**
 * Codes that prove access to an address or phone. Every request writes a row, even when no code is sent, so that
 * neither the requester nor a guesser learns whether an account exists.
 */
export type CodePurpose = 'register' | 'reset' | 'bind' | 'proof'

export type RequestedCode = Readonly<{
  purpose: CodePurpose
  contact: Contact
  /** accountExists: an email saying so replaces the code. nothing: nothing is sent, with the same work. */
  send: 'code' | 'accountExists' | 'nothing'
  language: string
  host: string
  /** The link in the email about an existing account. */
  link: string
  /** The requester's address. */
  address: string
  nowMs: number
}>
export type CodeSent = Readonly<{ retryAfterS: number; expiresInS: number }>

const VALID_S = 600
const RESEND_S = 60
/** For one target and asked for from one place; from all places together four times as many. */
const MOST_CODES = 3
const MOST_CODES_OF_ALL = 12
/** Of one place (specification, section 5). */
const MOST_FAILURES = 3
/** Of all places together, so that many addresses cannot go through the numbers. */
const MOST_FAILURES_OF_ALL = 30
const MOST_PER_ADDRESS = 20

/**
 * @throws Refusal CODE_SENT_TOO_OFTEN within a minute of the last code (seconds left), VERIFICATION_TOO_OFTEN after
 * three codes or three wrong tries within the hour, TOO_MANY_REQUESTS when one address requests codes for many targets
 * (minutes left each), CONTACT_UNAVAILABLE when no SMS can be sent
 */
export async function requestCode(db: Db, mail: Mail, options: RequestedCode): Promise<CodeSent> {
  const { purpose, contact, nowMs } = options
  if (contact.kind === 'phone' && !mail.hasSms) throw new Refusal('CONTACT_UNAVAILABLE')
  const address = toCounted(options.address)
  await db.transaction(async (transaction) => {
    // In this order everywhere, so that no two wait for each other.
    await lock(transaction, `address ${address}`)
    await lock(transaction, `${purpose} ${contact.value}`)
    const fromAddress = await transaction
      .selectFrom('verification_codes')
      .select('created_at')
      .where('address', '=', address)
      .where('created_at', '>', new Date(nowMs - HOUR_MS))
      .orderBy('created_at', 'desc')
      .limit(MOST_PER_ADDRESS)
      .execute()
    refuseFrom('TOO_MANY_REQUESTS', fromAddress[MOST_PER_ADDRESS - 1], nowMs)
    const rows = await listRecent(transaction, purpose, contact.value, nowMs)
    const sinceS = (nowMs - (rows[0]?.created_at.getTime() ?? 0)) / 1000
    if (sinceS < RESEND_S) throw new Refusal('CODE_SENT_TOO_OFTEN', { seconds: Math.ceil(RESEND_S - sinceS) })
    const own = rows.filter((row) => row.address === address)
    refuseFrom('VERIFICATION_TOO_OFTEN', own[MOST_CODES - 1] ?? rows[MOST_CODES_OF_ALL - 1], nowMs)
    refuseFailures(rows, { place: address }, nowMs)
    await writeCode(transaction, mail, { ...options, address })
  })
  return { retryAfterS: RESEND_S, expiresInS: VALID_S }
}

async function writeCode(transaction: Kysely<Tables>, mail: Mail, options: RequestedCode): Promise<void> {
  const { purpose, contact, send, language, host, nowMs } = options
  const { id } = await transaction
    .insertInto('verification_codes')
    .values({
      purpose,
      target: contact.value,
      address: options.address,
      created_at: new Date(nowMs),
      expires_at: new Date(nowMs + VALID_S * 1000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await transaction
    .updateTable('verification_codes')
    .set({ code_hash: send === 'code' ? hashCode(id, code) : null })
    .where('id', '=', id)
    .execute()
  if (send === 'nothing') return mail.pretend(transaction)
  const to = { to: contact.value, language, host }
  const letter =
    send === 'code'
      ? ({ ...to, kind: 'verificationCode', values: { code, minutes: VALID_S / 60, purpose } } as const)
      : ({ ...to, kind: 'accountExists', values: { account: contact.value, link: options.link } } as const)
  return contact.kind === 'phone' ? mail.sendSms(letter, transaction) : mail.sendEmail(letter, transaction)
}

/** Where a code is tried. isKnown: a browser that the account knows, or its session: what others did does not count. */
export type CodePlace = Readonly<{ place: string; isKnown?: boolean }>

export const placeOf = ({ address }: Readonly<{ address: string }>): CodePlace => ({ place: toCounted(address) })

export type TriedCode = Readonly<{
  purpose: CodePurpose
  target: string
  code: string
  nowMs: number
  from: CodePlace
}>

/**
 * Takes the code and does the work it allows in one transaction: a code works once and stays valid when the work
 * refuses. Only the newest code of a purpose and target works. Concurrent tries are counted one by one.
 * @param work SQL only, because it may run again
 * @throws Refusal VERIFICATION_CODE_WRONG, VERIFICATION_CODE_EXPIRED (too old, used, never sent),
 * VERIFICATION_TOO_OFTEN, and the errors of `work`
 */
export async function useCode<T>(
  db: Db,
  options: TriedCode,
  work: (transaction: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  const { purpose, target, nowMs, from } = options
  const code = options.code.normalize('NFKC').replace(/\s/g, '')
  const outcome = await db.transaction(async (transaction) => {
    await lock(transaction, `${purpose} ${target}`)
    const rows = await listRecent(transaction, purpose, target, nowMs)
    refuseFailures(rows, from, nowMs)
    const newest = rows[0]
    if (newest === undefined || newest.used_at !== null || newest.expires_at.getTime() <= nowMs)
      throw new Refusal('VERIFICATION_CODE_EXPIRED')
    const update = transaction.updateTable('verification_codes').where('id', '=', newest.id)
    const tried = hashCode(newest.id, code)
    if (!timingSafeEqual(tried, newest.code_hash ?? Buffer.alloc(tried.length))) {
      const failed = { ...newest.failed_at, [from.place]: (newest.failed_at[from.place] ?? 0) + 1 }
      await update.set((eb) => ({ failures: eb('failures', '+', 1), failed_at: JSON.stringify(failed) })).execute()
      return { isRight: false } as const
    }
    await update.set({ used_at: new Date(nowMs) }).execute()
    return { isRight: true, result: await work(transaction) } as const
  })
  // Thrown outside the transaction: an error inside would undo the count of the failure.
  if (!outcome.isRight) throw new Refusal('VERIFICATION_CODE_WRONG')
  return outcome.result
}

/** Takes the code, with nothing that must happen at the same time. @throws Refusal as `useCode` */
export const takeCode = (db: Db, options: TriedCode): Promise<void> => useCode(db, options, async () => {})

type CodeRow = Readonly<{
  id: number
  code_hash: Buffer | null
  address: string
  created_at: Date
  expires_at: Date
  failures: number
  failed_at: Readonly<Record<string, number>>
  used_at: Date | null
}>

const listRecent = (kysely: Kysely<Tables>, purpose: CodePurpose, target: string, nowMs: number): Promise<CodeRow[]> =>
  kysely
    .selectFrom('verification_codes')
    .select(['id', 'code_hash', 'address', 'created_at', 'expires_at', 'failures', 'failed_at', 'used_at'])
    .where('purpose', '=', purpose)
    .where('target', '=', target)
    .where('created_at', '>', new Date(nowMs - HOUR_MS))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** The oldest row that counts: an hour after it a new request is allowed. */
function refuseFrom(
  code: 'TOO_MANY_REQUESTS' | 'VERIFICATION_TOO_OFTEN',
  row: Readonly<{ created_at: Date }> | undefined,
  nowMs: number,
): void {
  if (row === undefined) return
  throw new Refusal(code, { minutes: Math.max(1, Math.ceil((row.created_at.getTime() + HOUR_MS - nowMs) / MINUTE_MS)) })
}

function refuseFailures(rows: readonly CodeRow[], { place, isKnown = false }: CodePlace, nowMs: number): void {
  const refuse = (failuresOf: (row: CodeRow) => number, most: number): void => {
    if (rows.reduce((sum, row) => sum + failuresOf(row), 0) < most) return
    refuseFrom(
      'VERIFICATION_TOO_OFTEN',
      rows.findLast((row) => failuresOf(row) > 0),
      nowMs,
    )
  }
  refuse((row) => row.failed_at[place] ?? 0, MOST_FAILURES)
  if (!isKnown) refuse((row) => row.failures, MOST_FAILURES_OF_ALL)
}

/** Wrong tries from which the next one costs work of level 1, 2, 3, ... */
const workFrom = [3, 6, 12, 24] as const

/**
 * How hard the work is that the next try of a code owes, after what others tried within the hour; 0: none. One's own
 * wrong tries end at three.
 */
export async function codeWorkLevel(
  db: Pick<Db, 'kysely'>,
  { purpose, target, nowMs, from }: Pick<TriedCode, 'purpose' | 'target' | 'nowMs' | 'from'>,
): Promise<number> {
  const rows = await listRecent(db.kysely, purpose, target, nowMs)
  const failures = rows.reduce((sum, row) => sum + row.failures - (row.failed_at[from.place] ?? 0), 0)
  return workFrom.filter((from) => failures >= from).length
}

const hashCode = (id: number, code: string): Buffer => createHash('sha256').update(`${id}\0${code}`).digest()

const lock = (transaction: Kysely<Tables>, name: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${name}, 7))`.execute(transaction)
