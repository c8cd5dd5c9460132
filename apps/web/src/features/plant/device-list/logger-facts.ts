/** The meaning of a logger's report: bars, and warnings. */
import type { Logger } from '../../../api/loggers.ts'
import { countUnread } from '../../../plant/unread-reasons.tsx'

const SIGNAL_BARS = 4

/** The number of lit bars for a signal strength. @param percent 0 to 100 */
export const barsOf = (percent: number): number =>
  percent <= 0 ? 0 : Math.min(SIGNAL_BARS, Math.ceil((percent / 100) * SIGNAL_BARS))

/** Below this loggers in the field start to lose records. */
const WEAK_PERCENT = 25

export type LoggerWarning =
  | Readonly<{ kind: 'duplicate'; atMs: number }>
  | Readonly<{ kind: 'undecoded' | 'rejected'; count: number }>
  | Readonly<{ kind: 'weak'; percent: number }>

export function warningsOf(
  logger: Pick<Logger, 'unread' | 'rejected' | 'duplicateSeenMs' | 'signalPercent' | 'online'>,
): readonly LoggerWarning[] {
  const { unread, rejected, duplicateSeenMs, signalPercent, online } = logger
  const undecoded = countUnread(unread)
  return [
    ...(duplicateSeenMs !== null ? [{ kind: 'duplicate', atMs: duplicateSeenMs } as const] : []),
    ...(rejected > 0 ? [{ kind: 'rejected', count: rejected } as const] : []),
    ...(undecoded > 0 ? [{ kind: 'undecoded', count: undecoded } as const] : []),
    ...(online && signalPercent !== null && signalPercent > 0 && signalPercent < WEAK_PERCENT
      ? [{ kind: 'weak', percent: signalPercent } as const]
      : []),
  ]
}
