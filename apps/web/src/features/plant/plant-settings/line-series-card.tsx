import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { decideLineSeries, fetchLineSeries, type LineSeries, nameOf } from '../../../api/line-series.ts'
import { plantKey } from '../../../api/queries.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useQuantityName } from '../../../plant/use-quantity-name.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { SettingCard, SettingRow } from '../../../ui/setting.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { LineSeriesDialog } from './line-series-dialog.tsx'
import { usePlantChanged } from './use-plant-changed.ts'

/** A page of rows: there are 500 at most. */
const SHOWN = 20

/** Series that programs send in line protocol; without one there is no card. */
export function LineSeriesCard() {
  const { text } = useText()
  const { plantId, can } = useCurrentPlant()
  const { data = [] } = useQuery({
    queryKey: [...plantKey(plantId), 'line-series'],
    queryFn: ({ signal }) => fetchLineSeries(plantId, signal),
    enabled: can('addPlantDevice'),
  })
  const [shown, setShown] = useState(SHOWN)
  const [edited, setEdited] = useState<LineSeries>()
  const { running, run } = useAction()
  const changed = usePlantChanged(plantId)
  if (data.length === 0) return null
  const open = data.filter(({ state }) => state === 'open')
  const sorted = [...open, ...data.filter(({ state }) => state !== 'open')]
  const decide = (ids: readonly number[], use: 'ignored' | null) =>
    run(`${ids[0]}`, async () => {
      await decideLineSeries(plantId, ids, use)
      await changed()
    })
  return (
    <SettingCard
      title={text('line-series.title')}
      lead={text('line-series.lead')}
      aside={
        open.length > 1 && (
          <Button
            size="s"
            busy={running !== undefined}
            onClick={() =>
              void decide(
                open.map(({ id }) => id),
                'ignored',
              )
            }
          >
            {text('line-series.ignore.open', { count: open.length })}
          </Button>
        )
      }
    >
      {sorted.slice(0, shown).map((series) => (
        <SeriesRow
          key={series.id}
          series={series}
          isBusy={running !== undefined}
          onAssign={() => setEdited(series)}
          onDecide={(use) => void decide([series.id], use)}
        />
      ))}
      {sorted.length > shown && (
        <Button size="s" kind="quiet" onClick={() => setShown(shown + 100)}>
          {text('line-series.more', { count: sorted.length - shown })}
        </Button>
      )}
      {edited && <LineSeriesDialog series={edited} onClose={() => setEdited(undefined)} />}
    </SettingCard>
  )
}

function SeriesRow({
  series,
  isBusy,
  onAssign,
  onDecide,
}: Readonly<{
  series: LineSeries
  isBusy: boolean
  onAssign: () => void
  onDecide: (use: 'ignored' | null) => void
}>) {
  const { text } = useText()
  const format = useFormat()
  const quantityName = useQuantityName()
  const { zone } = useCurrentPlant()
  const { state, use, seenAtMs } = series
  const name = nameOf(series)
  const meaning = use
    ? [
        text('line-series.assigned', { quantity: quantityName(use.quantity), device: use.serial }),
        ...(use.isTurned ? [text('line-series.turned')] : []),
      ]
    : [text(state === 'ignored' ? 'line-series.ignored' : 'line-series.open')]
  // Where it is assigned, the value that was seen before is none of the stored ones.
  const newest = text('line-series.newest', { value: format.number(series.value), time: format.moment(seenAtMs, zone) })
  return (
    <SettingRow
      icon={state === 'open' ? 'warning' : 'check'}
      {...(state === 'open' && { tone: 'warn' })}
      title={name}
      hint={[...meaning, ...(state === 'assigned' ? [] : [newest])].join(' · ')}
    >
      {state === 'open' && (
        <Button size="s" kind="quiet" disabled={isBusy} onClick={() => onDecide('ignored')}>
          {text('line-series.ignore')}
        </Button>
      )}
      {state === 'ignored' ? (
        <Button size="s" kind="quiet" disabled={isBusy} onClick={() => onDecide(null)}>
          {text('line-series.reopen')}
        </Button>
      ) : (
        <Button size="s" label={text('line-series.assign.label', { name })} onClick={onAssign}>
          {text(state === 'assigned' ? 'line-series.change' : 'line-series.assign')}
        </Button>
      )}
    </SettingRow>
  )
}
