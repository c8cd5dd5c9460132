import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useUrlState } from '../../../address/url-state.ts'
import { plantCountsQuery } from '../../../api/queries.ts'
import { StatusFilter } from '../../../plant/status-filter.tsx'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import styles from './status-chips.module.css'
import { usePlantFilter } from './use-plant-filter.ts'

/** The number of plants per status, each a filter; and the order, worst or newest first. */
export function StatusChips() {
  const { text } = useText()
  const format = useFormat()
  const { keyword, linkTo } = useUrlState()
  const { status, sort, otherSortText } = usePlantFilter()
  const isNewest = sort.by === 'newest'
  const { data } = useQuery(plantCountsQuery(keyword))
  if (data === undefined || data.total < 2) return null
  return (
    <div className={styles.chips}>
      <ul aria-label={text('status.chips')}>
        <StatusFilter
          counts={data}
          status={status}
          linkTo={linkTo}
          chip={styles.chip}
          chipOn={styles.chipOn}
          alwaysAll={false}
        />
      </ul>
      <p className={styles.order}>
        <span>{text('status.sum', { power: format.powerW(data.powerW).text })}</span>
        <Link to={linkTo({ sort: otherSortText })} replace>
          {text(isNewest ? 'status.sort.worst' : 'status.sort.newest')}
        </Link>
      </p>
    </div>
  )
}
