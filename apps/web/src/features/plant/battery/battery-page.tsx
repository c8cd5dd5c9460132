import { useQuery } from '@tanstack/react-query'
import { readId, useUrlState } from '../../../address/url-state.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useText } from '../../../texts/use-text.tsx'
import { EmptyState, ErrorPanel, Skeleton } from '../../../ui/states.tsx'
import { SegmentedLinks } from '../../../ui/tabs.tsx'
import { BalanceCard } from './balance-card.tsx'
import { BatteryAnswer } from './battery-answer.tsx'
import { BatteryFigures } from './battery-figures.tsx'
import { batteriesQuery } from './battery-queries.ts'
import { BatteryTable } from './battery-table.tsx'
import { toBranches } from './battery-tree.ts'
import { CellMap } from './cell-map.tsx'
import { SpreadCard } from './spread-card.tsx'

/** A plant's batteries: what they do, what they give back, how even their cells are. */
export function BatteryPage() {
  const { text } = useText()
  const { plantId } = useCurrentPlant()
  const { params, linkTo } = useUrlState()
  const { data, error, refetch } = useQuery(batteriesQuery(plantId))
  if (!data)
    return (
      <div className="page">
        {error ? (
          <ErrorPanel failure={error} title={text('battery.failed')} onRetry={() => void refetch()} />
        ) : (
          <>
            <Skeleton height={26} />
            <Skeleton height={104} />
            <Skeleton height={320} />
          </>
        )}
      </div>
    )
  const branches = toBranches(data)
  const wanted = readId(params, 'battery')
  const branch = branches.find(({ battery }) => battery.deviceId === wanted) ?? branches[0]
  if (!branch)
    return (
      <div className="page">
        <EmptyState icon="battery" title={text('battery.none')} hint={text('battery.none.hint')} />
      </div>
    )
  const parts = [branch.battery, ...branch.modules]
  return (
    <div className="page">
      <BatteryAnswer branch={branch} failed={error !== null} />
      {branches.length > 1 && (
        <SegmentedLinks
          label={text('battery.choose')}
          places={branches.map(({ battery }, index) => ({
            key: String(battery.deviceId),
            to: linkTo({ battery: index === 0 ? null : battery.deviceId }),
            label: battery.name,
            current: battery === branch.battery,
          }))}
        />
      )}
      <BatteryFigures battery={branch.battery} />
      <BalanceCard battery={branch.battery} />
      <BatteryTable branches={branches} />
      <CellMap batteries={parts} />
      {branch.battery.spreadMv !== null && <SpreadCard battery={branch.battery} />}
    </div>
  )
}
