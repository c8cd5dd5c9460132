import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { type Fence, LeadLost } from '../db/fence.ts'
import type { Log } from '../db/log.ts'
import { reasonOf } from '../db/outage.ts'
import { createRarely } from '../db/rarely.ts'

/** Which of several nodes starts what the clock says. */
export type Lead = Readonly<{
  /** Aborts when the lead is lost; undefined while another node has it. */
  signal: () => AbortSignal | undefined
  /** Fence that binds the statements of a run to the lead under which it began; undefined while another node leads. */
  fence: () => Fence | undefined
  /** A run of the clock has ended: the next renewal says so to all nodes. */
  noteRun: () => void
  /** How long ago a run ended on any node, ms, as last heard; undefined: none was ever heard of. */
  ranAgoMs: () => number | undefined
  close: () => Promise<void>
}>

/** How long a lead lasts without renewal, by the clock of the database. */
const LEASE_MS = 10_000
/** This node gives up its lead so much earlier than another one can take it. */
const MARGIN_MS = 1_000
const ASK_EVERY_MS = 1_000
/** A statement without an answer renews nothing. */
const PATIENCE_MS = 3_000

/**
 * Takes part in the election: the leader holds a row for ten seconds and renews it each second, over the same
 * connections as its work. A node that is frozen, cut off or out of connections renews nothing, and another one leads
 * within eleven seconds. When it wakes it knows by its own clocks that its time is over, and the generation of the row
 * refuses what it still wants to write.
 */
export async function takePart(
  options: Readonly<{
    pool: Pick<pg.Pool, 'query'>
    log: Log
    now: () => number
    everyMs?: number
    leaseMs?: number
    /** A clock that no one sets. */
    monotonicMs?: () => number
  }>,
): Promise<Lead> {
  const { pool, log, now, everyMs = ASK_EVERY_MS, leaseMs = LEASE_MS, monotonicMs = () => performance.now() } = options
  const marginMs = Math.min(MARGIN_MS, leaseMs / 10)
  const holder = randomUUID()
  const rarely = createRarely(now)
  let held: Readonly<{ generation: number; abort: AbortController }> | undefined
  /** By both clocks: one of them goes on while the process or the whole machine is paused. */
  let validUntil = { wallMs: 0, monotonicMs: 0 }
  let hasRun = false
  let heard: Readonly<{ ranAgoMs: number; atMs: number }> | undefined
  let closing = false
  let expiry: NodeJS.Timeout | undefined

  const isValid = (): boolean => now() < validUntil.wallMs && monotonicMs() < validUntil.monotonicMs
  const lose = (): void => {
    held?.abort.abort()
    held = undefined
  }
  const current = () => {
    if (held !== undefined && !isValid()) lose()
    return held
  }
  const ask = async (): Promise<void> => {
    const sent = { wallMs: now(), monotonicMs: monotonicMs() }
    const ran = hasRun
    try {
      const row = await renew(pool, holder, { leaseMs, ran })
      if (row.ranAgoMs !== null) heard = { ranAgoMs: row.ranAgoMs, atMs: monotonicMs() }
      if (row.generation === null) lose()
      else if (!closing) {
        if (ran) hasRun = false
        if (held?.generation !== row.generation) {
          lose()
          held = { generation: row.generation, abort: new AbortController() }
        }
        const lastsMs = leaseMs - marginMs
        validUntil = { wallMs: sent.wallMs + lastsMs, monotonicMs: sent.monotonicMs + lastsMs }
        clearTimeout(expiry)
        expiry = setTimeout(current, lastsMs).unref()
      }
      rarely.end('lost')
    } catch (error) {
      // Whether it was renewed is not known: the lead ends by itself at its time.
      current()
      if (!closing && rarely.tell('lost') !== undefined)
        log.warn({ reason: reasonOf(error) }, 'the clock waits for the database')
    }
  }

  let timer: NodeJS.Timeout | undefined
  let asking: Promise<void> = ask()
  await asking
  const next = (): void => {
    if (closing) return
    timer = setTimeout(() => {
      asking = ask().then(next)
    }, everyMs).unref()
  }
  next()
  return {
    signal: () => current()?.abort.signal,
    fence: () => {
      const mine = current()
      if (mine === undefined) return undefined
      const check = (): void => {
        if (current() !== mine) throw new LeadLost()
      }
      return { generation: mine.generation, check }
    },
    noteRun: () => {
      hasRun = true
    },
    ranAgoMs: () => heard && heard.ranAgoMs + monotonicMs() - heard.atMs,
    close: async () => {
      closing = true
      clearTimeout(timer)
      clearTimeout(expiry)
      await asking
      lose()
      // The next node need not wait for the end of the lease.
      await pool
        .query("update clock_lease set held_until = '-infinity' where holder = $1", [holder])
        .catch(() => undefined)
    },
  }
}

type Renewed = Readonly<{ generation: number | null; ranAgoMs: number | null }>

async function renew(
  pool: Pick<pg.Pool, 'query'>,
  holder: string,
  { leaseMs, ran }: Readonly<{ leaseMs: number; ran: boolean }>,
): Promise<Renewed> {
  const asked = pool.query<{ generation: string | null; ran_ago_ms: number | null }>(
    `with taken as (
       insert into clock_lease (holder, generation, held_until, ran_at)
       values ($1, 1, clock_timestamp() + $2::int * interval '1 ms', case when $3 then clock_timestamp() end)
       on conflict (only_row) do update set
         generation = clock_lease.generation + case when clock_lease.holder = excluded.holder then 0 else 1 end,
         holder = excluded.holder, held_until = excluded.held_until,
         ran_at = coalesce(excluded.ran_at, clock_lease.ran_at)
       where clock_lease.holder = excluded.holder or clock_lease.held_until < clock_timestamp()
       returning generation)
     select (select generation from taken) as generation,
       (select extract(epoch from clock_timestamp() - ran_at) * 1000 from clock_lease)::float8 as ran_ago_ms`,
    [holder, leaseMs, ran],
  )
  let timer: NodeJS.Timeout | undefined
  try {
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('no answer in time')), PATIENCE_MS)
      timer.unref()
    })
    const { rows } = await Promise.race([asked, late])
    const [row] = rows
    return {
      generation: row?.generation == null ? null : Number(row.generation),
      ranAgoMs: row?.ran_ago_ms == null ? null : Math.max(0, row.ran_ago_ms),
    }
  } finally {
    clearTimeout(timer)
    // A late answer is ignored.
    asked.catch(() => undefined)
  }
}
