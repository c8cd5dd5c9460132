import { statuses } from '@heliograph/domain/status.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useUrlState } from '../../address/url-state.ts'
import { plantCountsQuery } from '../../api/queries.ts'
import { useFormat } from '../../texts/use-format.ts'
import { useText } from '../../texts/use-text.tsx'
import { cx } from '../../ui/class-names.ts'
import { StatusDot } from '../../ui/status.tsx'
import styles from './status-chips.module.css'
import { usePlantFilter } from './use-plant-filter.ts'

/** The number of plants per status, each a filter; and the order, worst or newest first. */
export function StatusChips() {
  const { text } = useText()
  const format = useFormat()
  const { keyword, linkTo } = useUrlState()
  const { status, sort } = usePlantFilter()
  const isNewest = sort.by === 'newest'
  const { data } = useQuery(plantCountsQuery(keyword))
  if (data === undefined || data.total < 2) return null
  const shown = statuses.filter((one) => (data.byStatus[one] ?? 0) > 0 || one === status)
  return (
    <div className={styles.chips}>
      <ul aria-label={text('status.chips')}>
        {shown.length > 1 && (
          <li>
            <Link
              className={cx(styles.chip, status === undefined && styles.chipOn)}
              to={linkTo({ status: null })}
              replace
              aria-current={status === undefined ? 'true' : undefined}
            >
              {text('status.all')} <b>{format.count(data.total)}</b>
            </Link>
          </li>
        )}
        {shown.map((one) => (
          <li key={one}>
            <Link
              className={cx(styles.chip, status === one && styles.chipOn)}
              to={linkTo({ status: status === one ? null : one })}
              replace
              aria-current={status === one ? 'true' : undefined}
            >
              <StatusDot status={one} />
              {text(`status.name.${one}`)} <b>{format.count(data.byStatus[one] ?? 0)}</b>
            </Link>
          </li>
        ))}
      </ul>
      <p className={styles.order}>
        <span>{text('status.sum', { power: format.powerW(data.pvW).text })}</span>
        <Link to={linkTo({ sort: isNewest ? null : 'newest' })} replace>
          {text(isNewest ? 'status.sort.worst' : 'status.sort.newest')}
        </Link>
      </p>
    </div>
  )
}
