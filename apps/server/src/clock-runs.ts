import { DAY_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { addDays, localDate } from '@heliograph/domain/time.ts'
import type { Config } from './config.ts'
import type { PlantExports } from './delivery/exports/exports.ts'
import { type MessageService, removeOldMessages } from './delivery/messages/messages.ts'
import { removeOldEntries } from './delivery/orders/orders.ts'
import type { WebhookService } from './delivery/webhooks/webhooks.ts'
import { forgetOldClaims } from './fleet/loggers/loggers.ts'
import { findFaultStarts, moveClock } from './fleet/now/now.ts'
import type { Recounts } from './fleet/plants/plants.ts'
import { emptyBin, keepFleetSums, watchLargeFleets } from './fleet/plants/plants.ts'
import {
  applyRetention,
  DEFAULT_RETENTION,
  ensurePartitions,
  sealDays,
  sealHours,
  sealMonths,
} from './fleet/telemetry/telemetry.ts'
import {
  alignStarts,
  endBlocksInTime,
  escalateAlarms,
  judgeFacts,
  judgeNewDays,
  judgeSilence,
  keepPromises,
  lookAgain,
  restDormant,
  tellAlarms,
} from './insight/alarms/alarms.ts'
import { makeDueForecasts } from './insight/forecast/forecast.ts'
import { countDuePerformance } from './insight/performance/performance.ts'
import { fetchDueArchive, fetchDueWeather, removeEmptyPlaces } from './insight/weather/weather.ts'
import { findLikenesses, type LostDevices } from './intake/collect/collect.ts'
import { countDueDays, noteServerTime } from './intake/communication/communication.ts'
import type { HistoryImports } from './intake/imports/imports.ts'
import { forgetGuesses, tellDoubts } from './intake/ingest/ingest.ts'
import { CREDIT_ENTRY_DAYS, MESSAGE_DAYS, orNever } from './kept-data.ts'
import type { AccountExports } from './operator/account-lifecycle/account-lifecycle.ts'
import type { DataCenters } from './operator/data-centers/data-centers.ts'
import {
  removeExpiredSessions,
  removeFullBudgets,
  removeMadeByExpired,
  removeOldSignIns,
} from './people/accounts/accounts.ts'
import { forgetSaved, removeOldWrites } from './people/audit/audit.ts'
import { removeExpiredInvitations } from './people/organizations/organizations.ts'
import { removeOldSecurityEvents } from './people/security-events/security-events.ts'
import { removeOldCodes } from './people/verification/verification.ts'
import type { Db } from './platform/db/database.ts'
import type { Log } from './platform/db/log.ts'
import { removeDays } from './platform/db/remove-days.ts'
import type { ClockRuns } from './platform/jobs/jobs.ts'
import type { Mail } from './platform/mail/mail.ts'
import { removeExpiredOneTimeTokens } from './platform/one-time-tokens/one-time-tokens.ts'

/** Older work was left behind; younger work still waits for its turn. */
const LEFT_MS = 10 * MINUTE_MS

/** The runs behind the rows of the clock's jobs (jobs/job-list.ts). */
export function createClockRuns(
  options: Readonly<{
    db: Db
    config: Pick<
      Config,
      | 'hotDays'
      | 'keepSampleDays'
      | 'keepHourDays'
      | 'keepJudgedDays'
      | 'keepForecastDays'
      | 'keepAuditDays'
      | 'publicUrl'
      | 'weather'
    >
    dataCenters: Pick<DataCenters, 'resume' | 'forwardMovedRecords'>
    exports: Pick<AccountExports, 'resume' | 'removeExpired'>
    historyImports: Pick<HistoryImports, 'resume'>
    lostDevices: LostDevices
    plantExports: Pick<PlantExports, 'resume' | 'removeExpired' | 'runSchedules'>
    recounts: Pick<Recounts, 'resume'>
    mail: Pick<Mail, 'sendEmail'>
    messages: Pick<MessageService, 'carry' | 'connectChats'>
    webhooks: Pick<WebhookService, 'carry'>
    setUpHome: (() => Promise<void>) | undefined
    log: Pick<Log, 'warn'>
    now: () => number
  }>,
): ClockRuns {
  const {
    db,
    config,
    dataCenters,
    exports,
    plantExports,
    historyImports,
    lostDevices,
    recounts,
    mail,
    messages,
    webhooks,
    setUpHome,
    log,
    now,
  } = options
  const retention = {
    ...DEFAULT_RETENTION,
    samplesDays: orNever(config.keepSampleDays),
    hoursDays: orNever(config.keepHourDays),
  }
  const firstHotDay = () => addDays(localDate(now(), 'UTC'), -config.hotDays)
  const { keepAuditDays, keepJudgedDays, keepForecastDays } = config
  // MET Norway refuses callers without a contact address.
  const agent = `Heliograph/0.1 (${config.publicUrl})`
  return {
    clock: (signal) => moveClock(db, now(), { signal }),
    'sums of fleets': (signal) => keepFleetSums(db, now(), { signal }),
    'large fleets': () => watchLargeFleets(db),
    'starts of faults': (signal) => findFaultStarts(db, { signal }),
    'alarms of late samples': async (signal) => {
      await lookAgain(db, now(), { signal })
      await alignStarts(db)
    },
    'alarms of silence': () => judgeSilence(db, now()),
    'alarms of facts': () => judgeFacts(db, now()),
    'alarms of days': (signal) => judgeNewDays(db, now(), signal),
    'alarms that last': async () => {
      await restDormant(db, now())
      await escalateAlarms(db, now())
    },
    'messages of alarms': () => tellAlarms(db, now()),
    promises: () => keepPromises(db, now()),
    partitions: () => ensurePartitions(db, now(), config.hotDays),
    sealing: (signal) => sealDays(db, { beforeDay: firstHotDay(), signal }),
    'sealing of months': (signal) => sealMonths(db, { beforeDay: firstHotDay(), signal }),
    'sealing of hours': (signal) => sealHours(db, { beforeDay: firstHotDay(), signal }),
    performance: (signal) => countDuePerformance(db, now(), { signal, keepDays: keepJudgedDays }),
    weather: config.weather && ((signal) => fetchDueWeather(db, config.weather, { now, agent, log, signal })),
    'weather of the past':
      config.weather && ((signal) => fetchDueArchive(db, config.weather, { now, agent, log, signal })),
    'production forecasts': config.weather && ((signal) => makeDueForecasts(db, now(), { signal })),
    'places without plants': () => removeEmptyPlaces(db),
    retention: () => applyRetention(db, retention, now()),
    'judged days': keepJudgedDays === 0 ? null : () => removeDays(db, 'performance_days', now(), keepJudgedDays),
    'past forecasts': keepForecastDays === 0 ? null : () => removeDays(db, 'forecast_days', now(), keepForecastDays),
    'same devices': (signal) => findLikenesses(db, now(), { signal }),
    sessions: async () => (await removeExpiredSessions(db, now())) + (await removeMadeByExpired(db, now())),
    'one-time tokens': () => removeExpiredOneTimeTokens(db.kysely, now()),
    'call budgets': () => removeFullBudgets(db, now()),
    'verification codes': () => removeOldCodes(db, now()),
    'sign-in log': () => removeOldSignIns(db, now()),
    'audit log': keepAuditDays === 0 ? null : () => removeOldWrites(db, now() - keepAuditDays * DAY_MS),
    'values before saves': () => forgetSaved(db, now()),
    'security events': () => removeOldSecurityEvents(db, now()),
    invitations: () => removeExpiredInvitations(db, now()),
    'bin of plants': (signal) => emptyBin(db, now(), { signal }),
    'claims of loggers': () => forgetOldClaims(db, now()),
    'guesses of loggers': () => forgetGuesses(db.pool, now()),
    'expired exports': exports.removeExpired,
    'left exports': () => exports.resume(),
    'expired files': plantExports.removeExpired,
    'scheduled exports': plantExports.runSchedules,
    'left imports': () => historyImports.resume(),
    'left files': () => plantExports.resume(),
    'left recounts': () => recounts.resume(LEFT_MS),
    'blocked alarms': () => endBlocksInTime(db, now()),
    'lost devices': () => lostDevices.run(),
    'home of Home Assistant': setUpHome ?? null,
    'doubted loggers': () => tellDoubts({ db, mail, publicUrl: config.publicUrl, nowMs: now() }),
    'server times': () => noteServerTime(db, now()),
    'communication of loggers': (signal) => countDueDays(db, now(), { signal }),
    messages: messages.carry,
    'webhooks of plants': webhooks.carry,
    'telegram chats': messages.connectChats,
    'old messages': async () => {
      await removeOldEntries(db, now() - CREDIT_ENTRY_DAYS * DAY_MS)
      return removeOldMessages(db, now() - MESSAGE_DAYS * DAY_MS)
    },
    moves: dataCenters.resume,
    'records of moved loggers': dataCenters.forwardMovedRecords,
  }
}
