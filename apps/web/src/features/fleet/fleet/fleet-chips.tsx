import { useQuery } from '@tanstack/react-query'
import { plantCountsQuery } from '../../../api/queries.ts'
import { StatusFilter } from '../../../plant/status-filter.tsx'
import { useText } from '../../../texts/use-text.tsx'
import { useFleetAddress } from './fleet-address.ts'
import styles from './fleet-chips.module.css'

/** How many plants have which status, each a filter. */
export function FleetChips() {
  const { text } = useText()
  const { keyword, tagIds, status, linkTo } = useFleetAddress()
  const { data } = useQuery(plantCountsQuery(keyword, tagIds))
  return (
    <ul className={styles.chips} aria-label={text('status.chips')}>
      <StatusFilter counts={data} status={status} linkTo={linkTo} chip={styles.chip} chipOn={styles.chipOn} alwaysAll />
    </ul>
  )
}
