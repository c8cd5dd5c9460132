import type { Db } from '../db/database.ts'
import { type Claimed, claimSendings, readSent } from './read-sendings.ts'
import { recordTry } from './record-try.ts'
import { type Carriers, LEASE_MS, sendLetter } from './send-letter.ts'
import { takeDue } from './take-due.ts'
import { writeLetter } from './write-letter.ts'

/** What a process can be killed after, for tests. */
export type OutboxStep = 'taken' | 'claimed' | 'sent' | 'recorded'

export type OutboxRun = Readonly<{
  now: () => number
  signal?: AbortSignal
  /** 0 to 1. */
  chance?: () => number
  onStep?: (step: OutboxStep) => void
}>

/** Sendings in flight on a node: a slow address must not hold up the others. */
const lanes = 16

/**
 * Carries what is due outside. Every step is stored before the next begins: when a process or node dies between two,
 * another goes on. A try whose end nobody stored is made again with the same id; receivers that know it (webhooks, push,
 * mail servers) show it once, others (ntfy, Telegram, SMS) perhaps twice.
 * @returns how many tries were made
 */
export async function runOutbox(db: Db, carriers: Carriers, run: OutboxRun): Promise<number> {
  const { now, signal, chance = Math.random, onStep = () => {} } = run
  await takeDue(db, now())
  onStep('taken')
  let tries = 0
  const work = async (): Promise<void> => {
    while (!signal?.aborted) {
      const [claimed] = await claimSendings(db, { nowMs: now(), leaseMs: LEASE_MS, most: 1 })
      if (claimed === undefined) return
      onStep('claimed')
      await trySending(db, carriers, claimed, { now, chance, onStep })
      tries += 1
    }
  }
  await Promise.all(Array.from({ length: lanes }, work))
  return tries
}

async function trySending(
  db: Db,
  carriers: Carriers,
  claimed: Claimed,
  { now, chance, onStep }: Required<Pick<OutboxRun, 'now' | 'chance' | 'onStep'>>,
): Promise<void> {
  const { sendingId: id, kind, language } = claimed
  const { messages, zones, plantCount } = await readSent(db, id)
  const atMs = now()
  // All its messages were deleted by the reader: nothing is left to tell.
  if (kind !== 'test' && messages.length === 0) {
    await db.kysely
      .updateTable('message_sendings')
      .set({ state: 'dropped', finished_at: new Date(atMs), leased_until: null })
      .where('id', '=', id)
      .execute()
    return
  }
  const brand = await carriers.mail.findBrand(claimed.host, language)
  const letter = writeLetter({
    ...{ id, kind, language, digest: claimed.digest, messages, plantCount, nowMs: atMs, publicUrl: carriers.publicUrl },
    ...{ brandName: brand.name, host: brand.host },
    zoneOf: (plantId) => (plantId === null ? undefined : zones.get(plantId)) ?? claimed.zone,
  })
  const outcome = await sendLetter(carriers, claimed.recipient, letter, atMs)
  onStep('sent')
  await recordTry(db, { claimed, outcome, atMs, nowMs: now(), chance: chance() })
  onStep('recorded')
}
