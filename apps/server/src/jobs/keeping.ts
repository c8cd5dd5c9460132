import { addDays, localDate } from '@heliograph/domain/time.ts'
import { Cron } from 'croner'
import { removeExpiredSessions, removeOldSignIns } from '../accounts/accounts.ts'
import { removeOldWrites } from '../audit/audit.ts'
import type { Config } from '../config.ts'
import type { DataCenters } from '../data-centers/data-centers.ts'
import type { Db } from '../db/database.ts'
import type { Log } from '../db/log.ts'
import { moveClock } from '../now/now.ts'
import { removeExpiredOneTimeTokens } from '../one-time-tokens/one-time-tokens.ts'
import { removeExpiredInvitations } from '../organisations/organisations.ts'
import { applyRetention, DEFAULT_RETENTION, ensurePartitions, sealDays } from '../telemetry/telemetry.ts'
import { removeOldCodes } from '../verification/verification.ts'

type Keeping = Readonly<{ stop: () => Promise<void> }>

/**
 * The regular maintenance jobs: partitions ahead of time, day compaction, retention, expired sessions. Each is safe on
 * several nodes.
 */
export function startKeeping({
  db,
  config,
  log,
  dataCenters,
}: Readonly<{
  db: Db
  config: Pick<Config, 'hotDays' | 'keepSampleDays' | 'keepHourDays' | 'keepAuditDays'>
  log: Log
  dataCenters: Pick<DataCenters, 'resume' | 'forwardMovedRecords'>
}>): Keeping {
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  const jobs: Cron[] = []
  const every = (name: string, pattern: string, work: () => Promise<unknown>) =>
    jobs.push(
      // protect: a running job is not started again.
      new Cron(pattern, { timezone: 'UTC', protect: true }, () => {
        const run = work().then(
          (result) => log.debug({ job: name, result }, 'job done'),
          (error) => log.error({ job: name, err: error }, 'job failed'),
        )
        const kept: Promise<void> = run.finally(() => running.delete(kept))
        running.add(kept)
        return kept
      }),
    )
  const days = (count: number) => (count === 0 ? null : count)

  every('clock', '* * * * * *', () => moveClock(db, Date.now(), { signal: stopping.signal }))
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
  every('one-time secrets', '29 * * * *', () => removeExpiredOneTimeTokens(db.kysely, Date.now()))
  every('verification codes', '31 * * * *', () => removeOldCodes(db, Date.now()))
  every('sign-in log', '37 3 * * *', () => removeOldSignIns(db, Date.now()))
  if (config.keepAuditDays > 0)
    every('audit log', '43 3 * * *', () => removeOldWrites(db, Date.now() - config.keepAuditDays * 86_400_000))
  every('invitations', '33 3 * * *', () => removeExpiredInvitations(db, Date.now()))
  every('moves', '* * * * *', dataCenters.resume)
  every('records of moved loggers', '*/15 * * * * *', dataCenters.forwardMovedRecords)

  return {
    async stop() {
      for (const job of jobs) job.stop()
      stopping.abort()
      await Promise.allSettled(running)
    },
  }
}
