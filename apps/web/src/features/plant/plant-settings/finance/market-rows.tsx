import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { type PriceSeries, removePriceSeries } from '../../../../api/finance.ts'
import { useCurrentPlant } from '../../../../plant/current-plant.ts'
import { useFormat } from '../../../../texts/use-format.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { Button } from '../../../../ui/button.tsx'
import { lazyPart } from '../../../../ui/lazy-part.ts'
import { RowsLoading, SettingRow } from '../../../../ui/setting.tsx'
import { useAction } from '../../../../ui/use-action.ts'
import { usePlantChanged } from '../use-plant-changed.ts'
import styles from './finance.module.css'
import { marketsQuery } from './finance-queries.ts'

const MarketDialog = lazyPart(() => import('./market-dialog.tsx'), 'MarketDialog')

/** Series of market prices that tariffs of the plant can follow. */
export function MarketRows({ currency }: Readonly<{ currency: string }>) {
  const { text } = useText()
  const { plantId, can } = useCurrentPlant()
  const { data, error, refetch } = useQuery(marketsQuery(plantId))
  const [open, setOpen] = useState<string>()
  const mayEdit = can('editPlant')
  if (!data) return <RowsLoading error={error} refetch={refetch} />
  return (
    <>
      {data.map((row) => (
        <Market key={row.name} row={row} mayEdit={mayEdit} onAdd={() => setOpen(row.name)} />
      ))}
      {mayEdit && (
        <SettingRow icon="chart" title={text('finance.markets')} hint={text('finance.markets.hint')}>
          <Button size="s" onClick={() => setOpen('')}>
            {text('finance.market.add')}
          </Button>
        </SettingRow>
      )}
      {open !== undefined && (
        <Suspense>
          <MarketDialog name={open} currency={currency} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </>
  )
}

function Market({ row, mayEdit, onAdd }: Readonly<{ row: PriceSeries; mayEdit: boolean; onAdd: () => void }>) {
  const { text } = useText()
  const format = useFormat()
  const { plantId, zone } = useCurrentPlant()
  const changed = usePlantChanged(plantId)
  const { running, run } = useAction()
  const remove = () =>
    run('remove', async () => {
      await removePriceSeries(plantId, row.name)
      await changed()
    })
  const known =
    row.fromMs === null || row.toMs === null
      ? text('finance.market.empty')
      : text('finance.market.known', { from: format.moment(row.fromMs, zone), to: format.moment(row.toMs, zone) })
  return (
    <SettingRow icon="chart" title={row.name} hint={row.gapCount === 0 ? known : <Gaps row={row} known={known} />}>
      {mayEdit && (
        <>
          <Button size="s" onClick={onAdd}>
            {text('finance.market.file')}
          </Button>
          {row.usedFrom.length === 0 && (
            <Button
              size="s"
              kind="quiet"
              icon="trash"
              busy={running !== undefined}
              label={text('finance.market.remove', { name: row.name })}
              onClick={() => void remove()}
            />
          )}
        </>
      )}
    </SettingRow>
  )
}

/** Which spans have no price, the newest first. */
function Gaps({ row, known }: Readonly<{ row: PriceSeries; known: string }>) {
  const { text } = useText()
  const format = useFormat()
  const { zone } = useCurrentPlant()
  const { missing, gapCount, gaps } = row
  const hours = format.number(missing / 4, missing % 4 === 0 ? 0 : 2)
  const count = format.count(gapCount)
  return (
    <>
      {known}
      <details className={styles.financeGaps}>
        <summary>{`${text('finance.market.missing', { hours })} · ${text('finance.market.gaps', { count })}`}</summary>
        <ul>
          {gaps.map(({ fromMs, toMs }) => (
            <li key={fromMs}>
              {text('finance.market.known', { from: format.moment(fromMs, zone), to: format.moment(toMs, zone) })}
              {` · ${format.duration(toMs - fromMs)}`}
            </li>
          ))}
          {gapCount > gaps.length && (
            <li>{text('finance.market.gaps.earlier', { count: format.count(gapCount - gaps.length) })}</li>
          )}
        </ul>
      </details>
    </>
  )
}
