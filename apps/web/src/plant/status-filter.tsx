import { type Status, statuses } from '@heliograph/domain/status.ts'
import { Link } from 'react-router'
import type { Changes } from '../address/url-state.ts'
import type { PlantCounts } from '../api/plants.ts'
import { type StatusOrTrouble, statusesOf, TROUBLE } from '../api/trouble.ts'
import { useFormat } from '../texts/use-format.ts'
import { useText } from '../texts/use-text.tsx'
import { cx } from '../ui/class-names.ts'
import { StatusDot } from '../ui/status.tsx'

type Props = Readonly<{
  counts: PlantCounts | undefined
  /** The status that is filtered by. */
  status: StatusOrTrouble | undefined
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
  const shown = statuses.filter((item) => (counts?.byStatus[item] ?? 0) > 0 || item === status)
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
      {status === TROUBLE && (
        <li>
          <Link className={cx(chip, chipOn)} to={linkTo({ status: null })} replace aria-current="true">
            {text('status.trouble')} <b>{format.count(counts && countOf(counts, statusesOf(TROUBLE)))}</b>
          </Link>
        </li>
      )}
      {shown.map((item) => (
        <li key={item}>
          <Link
            className={cx(chip, status === item && chipOn)}
            to={linkTo({ status: status === item ? null : item })}
            replace
            aria-current={status === item ? 'true' : undefined}
          >
            <StatusDot status={item} />
            {text(`status.name.${item}`)} <b>{format.count(counts?.byStatus[item] ?? 0)}</b>
          </Link>
        </li>
      ))}
    </>
  )
}

const countOf = ({ byStatus }: PlantCounts, wanted: readonly Status[]): number =>
  wanted.reduce((sum, status) => sum + (byStatus[status] ?? 0), 0)
