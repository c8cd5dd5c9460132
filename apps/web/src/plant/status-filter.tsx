import { type Status, statuses } from '@heliograph/domain/status.ts'
import { Link } from 'react-router'
import type { Changes } from '../address/url-state.ts'
import type { PlantCounts } from '../api/plants.ts'
import { useFormat } from '../texts/use-format.ts'
import { useText } from '../texts/use-text.tsx'
import { cx } from '../ui/class-names.ts'
import { StatusDot } from '../ui/status.tsx'

type Props = Readonly<{
  counts: PlantCounts | undefined
  /** The status that is filtered by. */
  status: Status | undefined
  linkTo: (changes: Changes) => string
  /** Class names of a chip, and of the chosen one. */
  chip: string | undefined
  chipOn: string | undefined
  /** Whether "All" stands there although only one status is shown. */
  alwaysAll: boolean
}>

/** List items: how many plants have which status, each a filter. A chosen status stays when it has no plant left. */
export function StatusFilter({ counts, status, linkTo, chip, chipOn, alwaysAll }: Props) {
  const { text } = useText()
  const format = useFormat()
  const shown = statuses.filter((one) => (counts?.byStatus[one] ?? 0) > 0 || one === status)
  return (
    <>
      {(alwaysAll || shown.length > 1) && (
        <li>
          <Link
            className={cx(chip, status === undefined && chipOn)}
            to={linkTo({ status: null })}
            replace
            aria-current={status === undefined ? 'true' : undefined}
          >
            {text('status.all')} <b>{format.count(counts?.total)}</b>
          </Link>
        </li>
      )}
      {shown.map((one) => (
        <li key={one}>
          <Link
            className={cx(chip, status === one && chipOn)}
            to={linkTo({ status: status === one ? null : one })}
            replace
            aria-current={status === one ? 'true' : undefined}
          >
            <StatusDot status={one} />
            {text(`status.name.${one}`)} <b>{format.count(counts?.byStatus[one] ?? 0)}</b>
          </Link>
        </li>
      ))}
    </>
  )
}
