import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { Refusal } from '@heliograph/domain/errors.ts'
import { type DataCenter, dataCenters } from '@heliograph/domain/regions.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Log } from '../../platform/db/log.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import type { DataCenterConfig, OtherDataCenter } from './data-center-config.ts'
import { freeForgottenLoggers } from './detach.ts'
import { forwardRecords, takeRecords } from './forwarded-records.ts'
import { refuseLastAdministrators, toBegin } from './may-move.ts'
import { addMove, endMove, findMove, findMoveOf, listRunningMoves, type Move } from './move-store.ts'
import { beginReceiving, cancelReceiving, removeStaleParts, takeRows } from './receive.ts'
import { createRemoteDataCenter, type RemoteDataCenter } from './remote-data-center.ts'
import { type MoveDeps, runMove } from './run-move.ts'
import { takeOver } from './take-over.ts'

export { type DataCenterConfig, type OtherDataCenter, readDataCenters } from './data-center-config.ts'
export type { Move } from './move-store.ts'
export { noRegionRules, type RegionRules, readRegionRules } from './region-rules.ts'
export { CENTER_SECRET_HEADER, createRemoteDataCenter, type RemoteDataCenter } from './remote-data-center.ts'

export type NewMove = Readonly<{
  userId: number
  center: DataCenter
  /** An existing account at the target that these credentials open; without it none may exist. */
  mergeInto?: Readonly<{ account: string; password: string }> | undefined
  /** The visitor's address and the host they visit. */
  address: string
  host: string
}>

/** This server's data center, the other ones it knows, and the accounts moving between them. */
export type DataCenters = Readonly<{
  here: DataCenter
  others: readonly OtherDataCenter[]
  /** The data center that sessions of this server are bound to: its name when there are others, else ''. */
  sessionDataCenter: string
  /**
   * Announces an account to the other data center and starts to send it.
   * @throws Refusal CENTER_UNKNOWN, CENTER_UNREACHABLE, MOVE_REFUSED, USER_LOCKED, IP_LOCKED
   */
  startMove: (input: NewMove) => Promise<Move>
  findMove: (userId: number) => Promise<Move | undefined>
  /** The receiving side: the calls of the other data center. */
  receive: RemoteDataCenter
  /** Resumes interrupted moves: at the start and every minute. */
  resume: () => Promise<void>
  /** Forwards what loggers of moved plants sent here. @returns the number of records */
  forwardMovedRecords: () => Promise<number>
  /** Stops moves where they are. */
  close: () => Promise<void>
}>

export type DataCentersOptions = Readonly<{
  db: Db
  mail: Mail
  /** The public URL of this server, for links in emails. */
  publicUrl: string
  log: Log
  now: () => number
  /** Replaces the network in tests. */
  remoteOf?: (center: DataCenter) => RemoteDataCenter
  wait?: (ms: number) => Promise<void>
}> &
  DataCenterConfig

export function createDataCenters(options: DataCentersOptions): DataCenters {
  const { db, here, others, secret, mail, publicUrl, log, now } = options
  const closing = new AbortController()
  const running = new Set<Promise<void>>()
  const findOther = (center: DataCenter): OtherDataCenter => {
    const other = others.find((item) => item.center === center)
    if (other === undefined) throw new Refusal('CENTER_UNKNOWN')
    return other
  }
  const remoteOf = options.remoteOf ?? ((center: DataCenter) => createRemoteDataCenter(findOther(center), secret ?? ''))
  const wait = options.wait ?? ((ms: number) => delay(ms, undefined, { signal: closing.signal, ref: false }))
  const deps: MoveDeps = {
    db,
    here,
    remoteOf,
    linkOf: (center) => signInLink(publicUrl, center),
    mail,
    now,
    wait,
    log,
  }

  /** A server runs one move at a time: each holds several connections of the pool. */
  let turn: Promise<void> = Promise.resolve()
  const run = (id: string): Promise<void> => {
    turn = turn.then(async () => {
      if (closing.signal.aborted) return
      await runMove(deps, id).catch((error: unknown) => {
        if (!closing.signal.aborted) log.error({ err: error, move: id }, 'moving an account stopped')
      })
    })
    const kept: Promise<void> = turn.finally(() => running.delete(kept))
    running.add(kept)
    return kept
  }

  return {
    here,
    others,
    sessionDataCenter: others.length === 0 ? '' : here,
    startMove: async (request) => {
      findOther(request.center)
      const move = await announce(deps, request)
      void run(move.id)
      return move
    },
    findMove: (userId) => findMoveOf(db.kysely, userId),
    receive: {
      begin: (body) => beginReceiving(db, body, now()),
      rows: async (body) => {
        await takeRows(db, body)
        return { success: true }
      },
      finish: (body) => takeOver(db, { ...body, nowMs: now(), inviter: { mail, publicUrl, host: hostOf(publicUrl) } }),
      cancel: ({ moveId }) => cancelReceiving(db, moveId, now()),
      records: async ({ records }) => ({ released: [...(await takeRecords(db, records)).released] }),
    },
    resume: async () => {
      await removeStaleParts(db, now())
      await freeForgottenLoggers(db.kysely)
      for (const id of await listRunningMoves(db.kysely)) await run(id)
    },
    forwardMovedRecords: async () => {
      let count = 0
      for (const { center } of others)
        count += await forwardRecords(db, center, remoteOf(center)).catch((error: unknown) => {
          if (!(error instanceof Refusal)) throw error
          log.warn(
            { center, code: error.code },
            'records of moved loggers wait: the other data center does not take them',
          )
          return 0
        })
      return count
    },
    close: async () => {
      closing.abort()
      await Promise.allSettled(running)
    },
  }
}

/** Asks whether the account may move, while the person waits for the answer. */
async function announce(deps: MoveDeps, options: NewMove): Promise<Move> {
  const { db, here, remoteOf, now } = deps
  const { userId, center, mergeInto } = options
  await refuseLastAdministrators(db.kysely, userId)
  const id = randomUUID()
  const detail = {
    isMerge: mergeInto !== undefined,
    address: options.address,
    host: options.host,
    plantIds: [],
    isAsked: false,
    attempts: 0,
  }
  if (!(await addMove(db.kysely, { id, center, userId, detail, nowMs: now() })))
    throw new Refusal('MOVE_REFUSED', { reason: 'moveRuns' })
  try {
    const begin = await toBegin(db.kysely, { id, userId, detail }, here)
    await remoteOf(center).begin({ ...begin, ...(mergeInto === undefined ? {} : { mergeInto }) })
  } catch (error) {
    const fault = error instanceof Refusal ? error.code : 'SERVER_FAILURE'
    const reason = error instanceof Refusal ? error.detail?.reason : undefined
    const failed = { state: 'failed', nowMs: now(), fault } as const
    await endMove(db.kysely, id, typeof reason === 'string' ? { ...failed, reason } : failed)
    throw error
  }
  const move = await findMove(db.kysely, id)
  if (move === undefined) throw new Error('A move that was just added is gone')
  return move
}

const signInLink = (publicUrl: string, center: DataCenter): string =>
  `${publicUrl.replace(/\/$/, '')}/login?region=${center === 'CHINA' ? 'CN' : 'INTL'}`
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : 'localhost')

/** A server without other data centers. */
export function createSingleDataCenter(here: DataCenter = dataCenters[1]): DataCenters {
  const unknown = async (): Promise<never> => {
    throw new Refusal('CENTER_UNKNOWN')
  }
  return {
    here,
    others: [],
    sessionDataCenter: '',
    startMove: unknown,
    findMove: async () => undefined,
    receive: { begin: unknown, rows: unknown, finish: unknown, cancel: unknown, records: unknown },
    resume: async () => {},
    forwardMovedRecords: async () => 0,
    close: async () => {},
  }
}
