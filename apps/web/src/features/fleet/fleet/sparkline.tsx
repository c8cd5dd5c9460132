import type { FleetPlant } from '../../../api/fleet.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { cx } from '../../../ui/class-names.ts'
import styles from './sparkline.module.css'

const BAR = 9
const GAP = 4
const HEIGHT = 30

/**
 * Seven days as bars; today is not over and paler, a day without data is a line on the ground.
 * @param most the yield that fills the height, the same for all plants beside each other
 */
export function Sparkline({ days, most }: Readonly<{ days: FleetPlant['days']; most: number }>) {
  const { text } = useText()
  const format = useFormat()
  const width = days.length * (BAR + GAP) - GAP
  const values = days.map((day) => `${format.dayAndMonth(day.day)} ${format.number(day.yieldH)}`).join(', ')
  const label = text('fleet.week', { values })
  return (
    <svg className={styles.sparkline} width={width} height={HEIGHT} role="img" aria-label={label}>
      <title>{label}</title>
      {days.map(({ day, yieldH: kwhPerKwp }, at) => {
        const known = kwhPerKwp !== null
        const height = known ? Math.max(1.5, (HEIGHT * Math.min(kwhPerKwp, most)) / Math.max(most, 1e-9)) : 1.5
        return (
          <rect
            key={day}
            className={cx(
              styles.sparklineDay,
              at === days.length - 1 && styles.sparklineToday,
              !known && styles.sparklineUnknown,
            )}
            x={at * (BAR + GAP)}
            y={HEIGHT - height}
            width={BAR}
            height={height}
            rx={known ? 1.5 : 0}
          />
        )
      })}
    </svg>
  )
}

/** The value that fills the height of neighboring sparklines. */
export const mostOf = (plants: readonly Pick<FleetPlant, 'days'>[]): number =>
  Math.max(1, ...plants.flatMap(({ days }) => days.map((day) => day.yieldH ?? 0)))
