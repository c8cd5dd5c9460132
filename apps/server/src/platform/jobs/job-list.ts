import { HOUR_S } from '@heliograph/domain/duration.ts'
import type { JobRules } from './queue.ts'

/*
 * All background work of the server, in two kinds. A new job is a row here, and its run: the compiler asks for it.
 */

/**
 * Jobs that a transaction orders: stored with it, run at least once on any node, retried. The names stand in the
 * database, so they keep their old words. The run is registered by the room (`jobs.work`).
 */
export const queuedJobs = {
  letters: { retryLimit: 10, retryDelayS: 30, batch: 4 },
  // A code is useless after minutes: it retries sooner, in a queue of its own that no stuck email blocks.
  codes: { retryLimit: 7, retryDelayS: 5, keepMinutes: 15, batch: 4 },
  'short-messages': { retryLimit: 7, retryDelayS: 5, keepMinutes: 15, batch: 4 },
  recount: { retryLimit: 4, retryDelayS: 15, expireInS: HOUR_S },
  'plant-exports': { retryLimit: 4, retryDelayS: 15, expireInS: HOUR_S },
  // Reports by mail, a job for each reader.
  'report-letters': { retryLimit: 10, retryDelayS: 30, batch: 2 },
  'history-imports': { retryLimit: 2, retryDelayS: 15, expireInS: HOUR_S },
  // A look that began anew would contact every device twice.
  'device-scans': { retryLimit: 0, expireInS: HOUR_S },
  'account-exports': { retryLimit: 4, retryDelayS: 15, expireInS: HOUR_S },
} as const satisfies Readonly<Record<string, JobRules>>
export type QueuedJob = keyof typeof queuedJobs

/**
 * Jobs that the clock starts, on the one node that leads: minute, hour, day, month, weekday in UTC; six parts begin
 * with the second. Lead changes hands, so that a run may overlap with the end of another node's: each is safe on
 * several nodes at once. The runs are in clock-runs.ts.
 */
export const clockJobs = {
  clock: '* * * * * *',
  // Sums of holders of many plants, and who is one.
  'sums of fleets': '3-59/5 * * * * *',
  'large fleets': '14 * * * *',
  'starts of faults': '*/10 * * * * *',
  // Samples that came late, or several at once.
  'alarms of late samples': '*/10 * * * * *',
  'alarms of silence': '5-59/10 * * * * *',
  'alarms of facts': '*/5 * * * *',
  // Soon after days were judged.
  'alarms of days': '1-59/2 * * * *',
  'alarms that last': '*/10 * * * *',
  // Woken as well, as soon as an alarm changed.
  'messages of alarms': '*/2 * * * * *',
  // Each person's own hour.
  promises: '* * * * *',
  partitions: '7 * * * *',
  sealing: '*/5 * * * *',
  // Both of months that ended; the first run converts an older history.
  'sealing of months': '37 * * * *',
  'sealing of hours': '19 * * * *',
  // Days of plants that ended, two hours after each plant's own midnight, and what was fed or edited.
  performance: '*/20 * * * * *',
  // The places whose weather is due; none without a provider.
  weather: '* * * * *',
  'weather of the past': '* * * * *',
  'production forecasts': '*/3 * * * *',
  'places without plants': '49 2 * * *',
  retention: '41 2 * * *',
  'judged days': '39 2 * * *',
  'past forecasts': '40 2 * * *',
  // Of plants that read a device by several ways.
  'same devices': '17 4 * * *',
  sessions: '23 * * * *',
  'one-time tokens': '* * * * *',
  'call budgets': '*/10 * * * *',
  'verification codes': '31 * * * *',
  'sign-in log': '37 3 * * *',
  'audit log': '43 3 * * *',
  'values before saves': '46 3 * * *',
  invitations: '33 3 * * *',
  'bin of plants': '13 * * * *',
  'security events': '51 3 * * *',
  'claims of loggers': '47 3 * * *',
  'guesses of loggers': '9 * * * *',
  'expired exports': '17 * * * *',
  // Exports that the queue gave up, or took with a node that died.
  'left exports': '*/10 * * * *',
  'expired files': '27 * * * *',
  'scheduled exports': '*/5 * * * *',
  'left imports': '*/10 * * * *',
  'left files': '*/10 * * * *',
  'left recounts': '*/10 * * * *',
  'blocked alarms': '* * * * *',
  'doubted loggers': '*/10 * * * *',
  // Devices that this server reads and that moved or closed their port.
  'lost devices': '*/5 * * * *',
  // Of an add-on of Home Assistant: waits for energy settings and for a broker. Woken as well, at the start.
  'home of Home Assistant': '*/5 * * * *',
  // A gap between two runs was an outage.
  'server times': '* * * * *',
  'communication of loggers': '*/10 * * * *',
  // Woken as well by new messages. Messages that were put off become due by the clock alone.
  messages: '1-59/2 * * * * *',
  'webhooks of plants': '*/5 * * * * *',
  'telegram chats': '*/3 * * * * *',
  'old messages': '53 3 * * *',
  moves: '* * * * *',
  'records of moved loggers': '*/15 * * * * *',
} as const satisfies Readonly<Record<string, string>>
export type ClockJobName = keyof typeof clockJobs
