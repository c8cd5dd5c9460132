import type { FleetPlant } from '../../../api/fleet.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { cx } from '../../../ui/class-names.ts'
import { compareYield } from './compare.ts'
import styles from './yield-cell.module.css'

/** How the plant does today beside its neighbors; "--" where that is not known, and nothing to see where there are none. */
export function AgainstNeighbors({ plant }: Readonly<{ plant: FleetPlant }>) {
  const { text } = useText()
  const format = useFormat()
  const compared = compareYield(plant)
  if (plant.neighbors.count === 0) return <span className="visually-hidden">{text('fleet.neighbors.none')}</span>
  if (compared === undefined)
    return (
      <span className={styles.against} title={text('fleet.neighbors.unknown')}>
        --
      </span>
    )
  const { kind, percent, count, isLow } = compared
  return (
    <span
      className={cx(styles.against, isLow && styles.againstLow)}
      title={text('fleet.neighbors.median', { median: format.number(plant.neighbors.todayYieldH), count })}
    >
      {text(`fleet.neighbors.${kind}`, { percent: format.percent(percent, 0), count })}
    </span>
  )
}
