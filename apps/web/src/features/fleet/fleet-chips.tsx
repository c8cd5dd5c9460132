import { statuses } from '@heliograph/domain/status.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { plantCountsQuery } from '../../api/queries.ts'
import { useFormat } from '../../texts/use-format.ts'
import { useText } from '../../texts/use-text.tsx'
import { cx } from '../../ui/class-names.ts'
import { StatusDot } from '../../ui/status.tsx'
import { useFleetAddress } from './fleet-address.ts'
import styles from './fleet-chips.module.css'

/** How many plants have which status, each a filter. */
export function FleetChips() {
  const { text } = useText()
  const format = useFormat()
  const { keyword, status, linkTo } = useFleetAddress()
  const { data } = useQuery(plantCountsQuery(keyword))
  const shown = statuses.filter((one) => (data?.byStatus[one] ?? 0) > 0 || one === status)
  return (
    <ul className={styles.chips} aria-label={text('status.chips')}>
      <li>
        <Link
          className={cx(styles.chip, status === undefined && styles.chipOn)}
          to={linkTo({ status: null })}
          replace
          aria-current={status === undefined ? 'true' : undefined}
        >
          {text('status.all')} <b>{format.count(data?.total)}</b>
        </Link>
      </li>
      {shown.map((one) => (
        <li key={one}>
          <Link
            className={cx(styles.chip, status === one && styles.chipOn)}
            to={linkTo({ status: status === one ? null : one })}
            replace
            aria-current={status === one ? 'true' : undefined}
          >
            <StatusDot status={one} />
            {text(`status.name.${one}`)} <b>{format.count(data?.byStatus[one] ?? 0)}</b>
          </Link>
        </li>
      ))}
    </ul>
  )
}
