import { DAY_S } from '@heliograph/domain/duration.ts'
import type { Config } from './config.ts'
import { LOGGER_CLAIM_DAYS } from './fleet/loggers/loggers.ts'
import { ACCOUNT_EXPORT_DAYS } from './operator/account-lifecycle/account-lifecycle.ts'
import {
  BROWSER_DAYS,
  LONG_SESSION_S,
  LONGEST_SESSION_S,
  SHORT_SESSION_S,
  SIGN_IN_DAYS,
} from './people/accounts/accounts.ts'
import { SECURITY_EVENT_DAYS } from './people/security-events/security-events.ts'
import { BIN_DAYS } from './people/sharing/sharing.ts'

/** The message center and the log of what was sent reach back so far. */
export const MESSAGE_DAYS = 180
/** Two tax years and the current one. */
export const CREDIT_ENTRY_DAYS = 1_096

type Kept = Pick<
  Config,
  'keepAuditDays' | 'keepSampleDays' | 'keepHourDays' | 'keepJudgedDays' | 'keepForecastDays' | 'weather'
>

/** How long this server keeps what: the figures that its jobs remove by, so that the privacy notice is true. */
export const readKeptData = (config: Kept) => ({
  sessionDays: SHORT_SESSION_S / DAY_S,
  longSessionDays: LONG_SESSION_S / DAY_S,
  longestSessionDays: LONGEST_SESSION_S / DAY_S,
  signInDays: SIGN_IN_DAYS,
  browserDays: BROWSER_DAYS,
  securityEventDays: SECURITY_EVENT_DAYS,
  auditDays: orNever(config.keepAuditDays),
  loggerClaimDays: LOGGER_CLAIM_DAYS,
  messageDays: MESSAGE_DAYS,
  creditEntryDays: CREDIT_ENTRY_DAYS,
  accountExportDays: ACCOUNT_EXPORT_DAYS,
  deletedPlantDays: BIN_DAYS,
  sampleDays: orNever(config.keepSampleDays),
  hourDays: orNever(config.keepHourDays),
  judgedDays: orNever(config.keepJudgedDays),
  forecastDays: orNever(config.keepForecastDays),
  asksWeather: config.weather !== null,
})

/** 0 in a setting: never removed. */
export const orNever = (days: number): number | null => (days === 0 ? null : days)
