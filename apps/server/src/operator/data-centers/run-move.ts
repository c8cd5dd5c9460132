import { Refusal } from '@heliograph/domain/errors.ts'
import type { DataCenter } from '@heliograph/domain/regions.ts'
import type { Db } from '../../platform/db/database.ts'
import { holdingLock } from '../../platform/db/holding-lock.ts'
import type { Log } from '../../platform/db/log.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { attachLoggers, detachLoggers } from './detach.ts'
import { ChangedMeanwhile, closeAccount, leaveDataCenter, setMovedTo } from './leave-data-center.ts'
import { toBegin } from './may-move.ts'
import { endMove, findMove, type Move, noteDetail, noteProgress } from './move-store.ts'
import type { RemoteDataCenter } from './remote-data-center.ts'
import { sendRows } from './send-rows.ts'

export type MoveDeps = Readonly<{
  db: Db
  here: DataCenter
  remoteOf: (center: DataCenter) => RemoteDataCenter
  /** The sign-in URL at the target, for the email. */
  linkOf: (center: DataCenter) => string
  mail: Pick<Mail, 'sendEmail'>
  now: () => number
  wait: (ms: number) => Promise<void>
  log: Log
}>

/** The number of tries in a row without an answer, and of unexpected errors in total. */
const TRIES_IN_A_ROW = 5
const MOST_ATTEMPTS = 20
const FIRST_WAIT_MS = 500

/** Any node may find an interrupted move; one node at a time resumes it. */
export async function runMove(deps: MoveDeps, id: string): Promise<void> {
  await holdingLock(deps.db, `account move ${id}`, () => resumeMove(deps, id))
}

async function resumeMove(deps: MoveDeps, id: string): Promise<void> {
  let waitMs = FIRST_WAIT_MS
  for (let tries = 1; ; tries += 1) {
    const move = await findMove(deps.db.kysely, id)
    if (move === undefined || move.state !== 'running') return
    try {
      return await attempt(deps, move)
    } catch (error) {
      const isPassing = error instanceof ChangedMeanwhile || isUnreachable(error)
      if (isPassing && tries < TRIES_IN_A_ROW) {
        await deps.wait(waitMs)
        waitMs *= 2
        continue
      }
      if (!isPassing && !(error instanceof Refusal)) {
        // An error of our own: the move stays as it is, so that nothing is lost, and is resumed later.
        deps.log.error({ err: error, move: id }, 'moving an account stopped')
        await noteDetail(deps.db.kysely, id, { attempts: move.detail.attempts + 1 })
        if (move.detail.attempts + 1 < MOST_ATTEMPTS) return
      }
      return await abortMove(deps, id, error)
    }
  }
}

const isUnreachable = (error: unknown): boolean => error instanceof Refusal && error.code === 'CENTER_UNREACHABLE'

/**
 * Resumes at any point: the other data center knows whether it has the account, and every other step may be repeated.
 */
async function attempt(deps: MoveDeps, before: Move): Promise<void> {
  const { db } = deps
  const { id, userId } = before
  const remote = deps.remoteOf(before.center)
  const { state } = await remote.begin(await toBegin(db.kysely, before, deps.here))
  if (state === 'done') return await leave(deps, before)
  const plantIds = await detachLoggers(db, before)
  const move: Move = { ...before, detail: { ...before.detail, plantIds } }
  const tell = (progress: number): Promise<void> => noteProgress(db.kysely, id, progress)
  const { parts, print } = await sendRows(db, remote, { moveId: id, userId, plantIds }, tell)
  await closeAccount(db, move)
  await leave(deps, move, { print, takeOver: () => remote.finish({ moveId: id, parts }) })
}

async function leave(deps: MoveDeps, move: Move, sent?: Parameters<typeof leaveDataCenter>[2]['sent']): Promise<void> {
  const link = deps.linkOf(move.center)
  await leaveDataCenter(deps.db, move, { sent, mail: deps.mail, link, nowMs: deps.now() })
  deps.log.info({ move: move.id, center: move.center, plants: move.detail.plantIds.length }, 'an account moved away')
}

/** Restores the previous state, unless the other data center has the account after all. */
async function abortMove(deps: MoveDeps, id: string, error: unknown): Promise<void> {
  const { db } = deps
  const move = await findMove(db.kysely, id)
  if (move === undefined) return
  try {
    const { state } = await deps.remoteOf(move.center).cancel({ moveId: id })
    if (state === 'done') return await leave(deps, move)
  } catch (silence) {
    // A data center that was asked to take over and does not answer may have done so: it is asked again later.
    if (move.detail.isAsked) {
      deps.log.warn({ move: id, err: silence }, 'the other data center does not say whether it took an account over')
      return
    }
  }
  const { fault, reason } = toFault(error)
  await db.transaction(async (transaction) => {
    await attachLoggers(transaction, id)
    await setMovedTo(transaction, move.userId, null)
    await endMove(transaction, id, { state: 'failed', nowMs: deps.now(), fault, ...(reason ? { reason } : {}) })
  })
  deps.log.warn({ move: id, fault, reason }, 'an account could not be moved')
}

function toFault(error: unknown): Readonly<{ fault: string; reason?: string | undefined }> {
  if (error instanceof ChangedMeanwhile) return { fault: 'MOVE_REFUSED', reason: 'changing' }
  if (!(error instanceof Refusal)) return { fault: 'SERVER_FAILURE' }
  const reason = error.detail?.reason
  return { fault: error.code, ...(typeof reason === 'string' ? { reason } : {}) }
}
