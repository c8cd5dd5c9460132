import { explorerPath } from '../../../../address/paths.ts'
import type { DeviceDetail } from '../../../../api/device-detail.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { Menu } from '../../../../ui/menu.tsx'
import type { Selection } from '../use-selection.ts'
import { quantitiesOf, readSubject, toSubjects } from './compare-state.ts'
import type { ComparisonState } from './use-comparison.ts'

/** A menu stays readable; all others can be added on the page that it opens. */
const MOST = 12

type Props = Readonly<{ detail: DeviceDetail; selection: Selection; comparison: ComparisonState; date: string }>

/** This device beside another one, or its own period beside an earlier one: on the page of comparisons. */
export function CompareMenu({ detail, selection, comparison, date }: Props) {
  const { text } = useText()
  const { deviceId } = detail.device
  // A day is a curve; energies say more of longer periods, and a month is the usual one.
  const period = selection.period === 'day' ? 'month' : selection.period
  const subject = readSubject(null, toSubjects(selection.quantities, period), period)
  const [quantity] = subject ? quantitiesOf(subject, selection.quantities) : []
  if (quantity === undefined) return null
  const to = (ids: readonly number[], beside?: 'before' | 'year') =>
    explorerPath(
      ids.map((id) => `d${id}:${quantity}`),
      { span: period, date, beside, every: period === 'year' ? 'month' : 'day' },
    )
  return (
    <Menu
      label={text('device-detail.compare.with')}
      button={
        <>
          <Icon name="chart" size={16} />
          {text('device-detail.compare.with')}
        </>
      }
      groups={[
        comparison.siblings.slice(0, MOST).map((item) => ({
          id: String(item.deviceId),
          content: item.name,
          to: to([deviceId, item.deviceId]),
        })),
        [
          { id: 'before', content: text('compare.with.before'), to: to([deviceId], 'before') },
          period !== 'year' && { id: 'year', content: text('compare.with.year'), to: to([deviceId], 'year') },
        ],
      ]}
    />
  )
}
