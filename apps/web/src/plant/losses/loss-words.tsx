import type { LossKind } from '@heliograph/domain/performance/losses.ts'
import type { TextKey } from '@heliograph/i18n/keys.ts'
import type { PerformanceLoss } from '../../api/performance.ts'
import { useFormat } from '../../texts/use-format.ts'
import { useText } from '../../texts/use-text.tsx'
import { useCurrentPlant } from '../current-plant.ts'
import { whoOf } from './who-of.ts'

const timed: readonly LossKind[] = ['outage', 'clipping', 'export-limit', 'shading']

/** Meaning of the row, its subject, and its worst day. */
export function LossWords({
  loss,
  nameOf,
}: Readonly<{ loss: PerformanceLoss; nameOf: (deviceId: number) => string | undefined }>) {
  const { text } = useText()
  const format = useFormat()
  const { zone } = useCurrentPlant()
  const { kind, days, worstDay, fromMs, toMs, energyWh, isHeld, limitW, heldMs } = loss
  const isMore = energyWh < 0
  const reason = isMore ? 'more' : isHeld ? 'held' : kind
  const limit = format.powerW(limitW)
  const why = text(`performance.why.${reason}` as TextKey, {
    ...whoOf(loss, nameOf),
    limit: `${limit.value} ${limit.unit}`,
    hours: format.inHours(heldMs),
  })
  const hasTimes = fromMs !== null && toMs !== null && timed.includes(kind)
  const values = { days, day: format.dayAndMonth(worstDay) }
  const when =
    kind === 'sky' || kind === 'unexplained' || kind === 'unmeasured'
      ? text('performance.when.days', values)
      : hasTimes
        ? text('performance.when.hours', {
            ...values,
            from: format.timeOfDay(fromMs, zone),
            to: format.timeOfDay(toMs, zone),
          })
        : text('performance.when.worst', values)
  return (
    <small>
      {why} {when}
    </small>
  )
}
