import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '../../platform/db/database.ts'
import { paySending } from './pay-sending.ts'
import { type Claimed, claimSendings, readSent } from './read-sendings.ts'
import { beginTry, endUnknown, recordTry } from './record-try.ts'
import { refundSendings } from './refund-sendings.ts'
import { type Carriers, knowsRepetitions, LEASE_MS, sendLetter } from './send-letter.ts'
import { takeDue } from './take-due.ts'
import { writeLetter } from './write-letter.ts'

/** Steps after which tests kill the process. */
export type OutboxStep = 'taken' | 'claimed' | 'paid' | 'begun' | 'sent' | 'recorded'

export type OutboxRun = Readonly<{
  now: () => number
  signal?: AbortSignal
  /** 0 to 1. */
  chance?: () => number
  onStep?: (step: OutboxStep) => void
  /** Tests: how long until it looks for more while sendings are under way. */
  pauseMs?: number
}>

/** Sendings in flight on a node: a slow address must not hold up the others. */
const LANES = 16
/** While a slow address keeps a run open, what becomes due leaves after so long. */
const LOOK_AGAIN_MS = 1_000

/**
 * Carries due messages outside. Every step is stored before the next begins: when a process or node dies between two,
 * another goes on. A try without a stored end is made again with the same id where the receiver recognizes it
 * (webhooks, push, mail programs, ntfy); elsewhere (Telegram, SMS) it ends there, and the log states that the outcome
 * is unknown.
 * @returns how many tries were made
 */
export async function runOutbox(db: Db, carriers: Carriers, run: OutboxRun): Promise<number> {
  const { now, signal, chance = Math.random, onStep = () => {}, pauseMs = LOOK_AGAIN_MS } = run
  const flying = new Set<Promise<void>>()
  let tries = 0
  let failure: Readonly<{ error: unknown }> | undefined

  /** One lane: sending after sending until nothing is due. */
  const work = async (): Promise<void> => {
    while (!signal?.aborted && failure === undefined) {
      const [claimed] = await claimSendings(db, { nowMs: now(), leaseMs: LEASE_MS, most: 1 })
      if (claimed === undefined) return
      onStep('claimed')
      await trySending(db, carriers, claimed, { now, chance, onStep })
      tries += 1
    }
  }
  const fly = (): void => {
    const lane = work()
      .catch((error: unknown) => {
        failure ??= { error }
      })
      .finally(() => flying.delete(lane))
    flying.add(lane)
  }
  do {
    await takeDue(db, now())
    onStep('taken')
    while (flying.size < LANES) fly()
    // Lanes without work land at once; the others may wait for an address that does not answer.
    await landOrPause(flying, pauseMs)
  } while (flying.size > 0 && !signal?.aborted && failure === undefined)
  await Promise.all(flying)
  if (failure !== undefined) throw failure.error
  return tries
}

async function landOrPause(flying: ReadonlySet<Promise<void>>, pauseMs: number): Promise<void> {
  const pause = new AbortController()
  await Promise.race([
    Promise.all(flying),
    delay(pauseMs, undefined, { signal: pause.signal, ref: false }).catch(() => {}),
  ])
  pause.abort()
}

async function trySending(
  db: Db,
  carriers: Carriers,
  claimed: Claimed,
  { now, chance, onStep }: Required<Pick<OutboxRun, 'now' | 'chance' | 'onStep'>>,
): Promise<void> {
  const { sendingId: id, kind, language } = claimed
  if (claimed.isRepeated && !knowsRepetitions(claimed.recipient.channel)) {
    await endUnknown(db, claimed, now())
    return
  }
  const { messages, zones, plantCount, isOfDays } = await readSent(db, id)
  const atMs = now()
  // The reader deleted all its messages: nothing is left to send.
  if (kind !== 'test' && messages.length === 0) {
    await db.transaction(async (transaction) => {
      await transaction
        .updateTable('message_sendings')
        .set({ state: 'dropped', finished_at: new Date(atMs), leased_until: null })
        .where('id', '=', id)
        .execute()
      await refundSendings(transaction, [id], atMs)
    })
    return
  }
  if (!(await paySending(db, claimed, { mail: carriers.mail, nowMs: atMs }))) return
  onStep('paid')
  const brand = await carriers.mail.findBrand(claimed.host, language, claimed.recipient.userId)
  const letter = writeLetter({
    id,
    kind,
    language,
    messages,
    plantCount,
    nowMs: atMs,
    publicUrl: carriers.publicUrl,
    digest: isOfDays ? 'weekly' : claimed.digest,
    brandName: brand.name,
    host: brand.host,
    zoneOf: (plantId) => (plantId === null ? undefined : zones.get(plantId)) ?? claimed.zone,
  })
  if (!(await beginTry(db, claimed, atMs))) return
  onStep('begun')
  const outcome = await sendLetter(carriers, claimed.recipient, letter, atMs)
  onStep('sent')
  await recordTry(db, { claimed, outcome, atMs, nowMs: now(), chance: chance() })
  onStep('recorded')
}
