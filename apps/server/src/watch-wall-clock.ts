import { uptime } from 'node:os'
import { type AckClock, createAckClock } from './intake/ingest/ingest.ts'
import type { SecurityEvents } from './people/security-events/security-events.ts'
import type { Db } from './platform/db/database.ts'
import type { Log } from './platform/db/log.ts'

/** A jump is seen although no logger sends; slow corrections between two looks are none. */
const EVERY_MS = 10_000

/** Watches the clock of this machine: a jump sets no logger wrong, and the operator learns of it. */
export async function watchWallClock(
  options: Readonly<{ db: Pick<Db, 'pool'>; log: Log; securityEvents: Pick<SecurityEvents, 'note'> }>,
): Promise<AckClock & Readonly<{ close: () => void }>> {
  const { db, log, securityEvents } = options
  const { rows } = await db.pool.query<{ at: Date | null }>('select max(last_seen_at) as at from loggers')
  const clock = createAckClock({
    now: Date.now,
    steadyMs: () => uptime() * 1000,
    newestMs: rows[0]?.at?.getTime(),
    onDoubt: (doubt) => {
      if (doubt === undefined) {
        log.warn("this machine's clock is believed again")
        return
      }
      const { wallMs, expectedMs } = doubt
      const about = { clock: new Date(wallMs).toISOString(), expected: new Date(expectedMs).toISOString() }
      log.error(about, "this machine's clock jumped: loggers are told the expected time; correct the clock")
      const what = { kind: 'clockDoubted', reason: `${about.clock} / ${about.expected}`, call: '' } as const
      securityEvents.note({ ...what, userId: undefined, name: undefined, address: '', atMs: wallMs })
    },
  })
  const timer = setInterval(clock.read, EVERY_MS).unref()
  return { ...clock, close: () => clearInterval(timer) }
}
