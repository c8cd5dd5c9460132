import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { DeviceDetail } from '../../../api/device-detail.ts'
import { lateAfterMs } from '../../../plant/device-status.ts'
import { useQuantityName } from '../../../plant/use-quantity-name.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Card } from '../../../ui/card.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Figure } from '../../../ui/figure.tsx'
import { useNow } from '../../../ui/now.ts'
import type { Status } from '../../../ui/status.tsx'
import { toKeyFigures } from './key-figures.ts'
import styles from './key-figures-card.module.css'

const MOST = 6
const speaks: readonly Status[] = ['well', 'fault']

type Props = Readonly<{ detail: DeviceDetail; status: Status }>

/** A device's most important values; each shows its age once it is outdated. */
export function KeyFiguresCard({ detail, status }: Props) {
  const { text } = useText()
  const format = useFormat()
  const nameOf = useQuantityName()
  const figures = toKeyFigures(detail, useNow(MINUTE_MS), MOST)
  if (figures.length === 0) return null
  const newestMs = detail.heardAtMs ?? undefined
  return (
    <Card flush className={cx(styles.keyFigures, !speaks.includes(status) && styles.keyFiguresOld)}>
      <h2 className="visually-hidden">{text('device-detail.now')}</h2>
      {figures.map(({ quantity, direction, value, role, atMs }) => {
        const shownAtMs = atMs ?? (speaks.includes(status) || value === null ? undefined : newestMs)
        return (
          <Figure
            key={quantity.id}
            label={direction ? text(`device-detail.flow.${direction}`) : nameOf(quantity.id)}
            value={format.quantity(quantity, value)}
            {...(role === 'device' || role === 'other' ? {} : { swatch: `var(--${role})` })}
            {...(shownAtMs === undefined
              ? {}
              : {
                  atMs: shownAtMs,
                  staleAfterMs: status === 'asleep' ? Number.POSITIVE_INFINITY : lateAfterMs(detail.device),
                })}
          />
        )
      })}
    </Card>
  )
}
