import { addDays, localDate } from '@heliograph/domain/time.ts'
import { Cron } from 'croner'
import { removeExpiredSessions } from '../accounts/accounts.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import type { Log } from '../db/log.ts'
import { applyRetention, DEFAULT_RETENTION, ensurePartitions, sealDays } from '../telemetry/telemetry.ts'

type Keeping = Readonly<{ stop: () => Promise<void> }>

/** The regular work of keeping: partitions ahead of time, sealing, retention, expired sessions. Each is safe on several nodes. */
export function startKeeping(
  db: Db,
  config: Pick<Config, 'hotDays' | 'keepSampleDays' | 'keepHourDays'>,
  log: Log,
): Keeping {
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  const jobs: Cron[] = []
  const every = (name: string, pattern: string, work: () => Promise<unknown>) =>
    jobs.push(
      // protect: a job that still runs is not started again.
      new Cron(pattern, { timezone: 'UTC', protect: true }, () => {
        const run = work().then(
          (result) => log.debug({ job: name, result }, 'job done'),
          (error) => log.error({ job: name, error }, 'job failed'),
        )
        const kept: Promise<void> = run.finally(() => running.delete(kept))
        running.add(kept)
        return kept
      }),
    )
  const days = (count: number) => (count === 0 ? null : count)

  every('partitions', '7 * * * *', () => ensurePartitions(db, Date.now(), config.hotDays))
  every('sealing', '*/5 * * * *', () =>
    sealDays(db, { beforeDay: addDays(localDate(Date.now(), 'UTC'), -config.hotDays), signal: stopping.signal }),
  )
  every('retention', '41 2 * * *', () =>
    applyRetention(
      db,
      { ...DEFAULT_RETENTION, samplesDays: days(config.keepSampleDays), hoursDays: days(config.keepHourDays) },
      Date.now(),
    ),
  )
  every('sessions', '23 * * * *', () => removeExpiredSessions(db, Date.now()))

  return {
    async stop() {
      for (const job of jobs) job.stop()
      stopping.abort()
      await Promise.allSettled(running)
    },
  }
}
