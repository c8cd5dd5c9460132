/** The meaning of a logger's report: bars, and warnings. */
import type { CollectorRow } from '@heliograph/contract/maintain-s/gateway.ts'

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
  logger: Pick<CollectorRow, 'undecoded' | 'rejected' | 'duplicateSeen' | 'signalIntensity' | 'online'>,
): readonly LoggerWarning[] {
  const { undecoded, rejected, duplicateSeen, signalIntensity, online } = logger
  return [
    ...(duplicateSeen !== null ? [{ kind: 'duplicate', atMs: duplicateSeen * 1000 } as const] : []),
    ...(rejected > 0 ? [{ kind: 'rejected', count: rejected } as const] : []),
    ...(undecoded > 0 ? [{ kind: 'undecoded', count: undecoded } as const] : []),
    ...(online && signalIntensity !== null && signalIntensity > 0 && signalIntensity < WEAK_PERCENT
      ? [{ kind: 'weak', percent: signalIntensity } as const]
      : []),
  ]
}
