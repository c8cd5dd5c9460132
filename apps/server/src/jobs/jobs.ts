import { DAY_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { addDays, localDate } from '@heliograph/domain/time.ts'
import type { AccountExports } from '../account-lifecycle/account-lifecycle.ts'
import { removeExpiredSessions, removeOldSignIns } from '../accounts/accounts.ts'
import { removeOldWrites } from '../audit/audit.ts'
import type { Config } from '../config.ts'
import type { DataCenters } from '../data-centers/data-centers.ts'
import type { Db } from '../db/database.ts'
import { forgetOldClaims } from '../loggers/loggers.ts'
import { moveClock } from '../now/now.ts'
import { removeExpiredOneTimeTokens } from '../one-time-tokens/one-time-tokens.ts'
import { removeExpiredInvitations } from '../organisations/organisations.ts'
import type { Recounts } from '../plants/plants.ts'
import { applyRetention, DEFAULT_RETENTION, ensurePartitions, sealDays } from '../telemetry/telemetry.ts'
import { removeOldCodes } from '../verification/verification.ts'
import type { ClockJob } from './clock.ts'

/**
 * All work that the clock starts, each safe on several nodes at once: a new job is a row here. Work that a transaction
 * orders goes through the queue (queue.ts).
 */
export function listJobs(
  given: Readonly<{
    db: Db
    config: Pick<Config, 'hotDays' | 'keepSampleDays' | 'keepHourDays' | 'keepAuditDays'>
    dataCenters: Pick<DataCenters, 'resume' | 'forwardMovedRecords'>
    exports: Pick<AccountExports, 'wake' | 'removeExpired'>
    recounts: Pick<Recounts, 'resume'>
    now: () => number
  }>,
): readonly ClockJob[] {
  const { db, config, dataCenters, exports, recounts, now } = given
  const orNever = (days: number) => (days === 0 ? null : days)
  const retention = {
    ...DEFAULT_RETENTION,
    samplesDays: orNever(config.keepSampleDays),
    hoursDays: orNever(config.keepHourDays),
  }
  const firstHotDay = () => addDays(localDate(now(), 'UTC'), -config.hotDays)
  const jobs: readonly ClockJob[] = [
    { name: 'clock', cron: '* * * * * *', run: (signal) => moveClock(db, now(), { signal }) },
    { name: 'partitions', cron: '7 * * * *', run: () => ensurePartitions(db, now(), config.hotDays) },
    { name: 'sealing', cron: '*/5 * * * *', run: (signal) => sealDays(db, { beforeDay: firstHotDay(), signal }) },
    { name: 'retention', cron: '41 2 * * *', run: () => applyRetention(db, retention, now()) },
    { name: 'sessions', cron: '23 * * * *', run: () => removeExpiredSessions(db, now()) },
    { name: 'one-time tokens', cron: '* * * * *', run: () => removeExpiredOneTimeTokens(db.kysely, now()) },
    { name: 'verification codes', cron: '31 * * * *', run: () => removeOldCodes(db, now()) },
    { name: 'sign-in log', cron: '37 3 * * *', run: () => removeOldSignIns(db, now()) },
    { name: 'audit log', cron: '43 3 * * *', run: () => removeOldWrites(db, now() - config.keepAuditDays * DAY_MS) },
    { name: 'claims of loggers', cron: '47 3 * * *', run: () => forgetOldClaims(db, now()) },
    { name: 'invitations', cron: '33 3 * * *', run: () => removeExpiredInvitations(db, now()) },
    { name: 'account exports', cron: '* * * * *', run: async () => exports.wake() },
    { name: 'expired exports', cron: '17 * * * *', run: exports.removeExpired },
    // What the queue gave up, or took with a node that died.
    { name: 'recounts', cron: '*/10 * * * *', run: () => recounts.resume(10 * MINUTE_MS) },
    { name: 'moves', cron: '* * * * *', run: dataCenters.resume },
    { name: 'records of moved loggers', cron: '*/15 * * * * *', run: dataCenters.forwardMovedRecords },
  ]
  return jobs.filter(({ name }) => name !== 'audit log' || config.keepAuditDays > 0)
}
