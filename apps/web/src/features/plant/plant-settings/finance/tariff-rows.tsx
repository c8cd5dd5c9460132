import { flatPriceOf } from '@heliograph/domain/tariff/schedule.ts'
import { followsSeries, type GridPrices, subsidyPerKwh } from '@heliograph/domain/tariff/tariff.ts'
import { levelsOf, toWeek } from '@heliograph/domain/tariff/week.ts'
import { localDate } from '@heliograph/domain/time.ts'
import { Fragment, Suspense, useState } from 'react'
import type { DatedTariff, Finance } from '../../../../api/finance.ts'
import { useCurrentPlant } from '../../../../plant/current-plant.ts'
import { type Format, useFormat } from '../../../../texts/use-format.ts'
import { type UseText, useText } from '../../../../texts/use-text.tsx'
import { Button } from '../../../../ui/button.tsx'
import { lazyPart } from '../../../../ui/lazy-part.ts'
import { SettingRow } from '../../../../ui/setting.tsx'
import styles from './finance.module.css'
import { WeekPicture } from './week-picture.tsx'
import { WindowsTable } from './windows-table.tsx'

const TariffDialog = lazyPart(() => import('./tariff-dialog.tsx'), 'TariffDialog')
const RemoveTariffDialog = lazyPart(() => import('./remove-tariff-dialog.tsx'), 'RemoveTariffDialog')

type Row = Finance['tariffs'][number]
type Open = Readonly<{ kind: 'edit' | 'new' | 'remove'; tariff: DatedTariff }>

/** The tariffs of a plant, the newest first. */
export function TariffRows({ finance }: Readonly<{ finance: Finance }>) {
  const { text } = useText()
  const format = useFormat()
  const { zone } = useCurrentPlant()
  const [open, setOpen] = useState<Open>()
  const { currency, tariffs } = finance
  const today = localDate(Date.now(), zone)
  const current = tariffs.findLast(({ from }) => from === null || from <= today)
  const close = (): void => setOpen(undefined)
  const nameOf = ({ from }: Row): string =>
    from === null ? text('finance.tariff.start') : text('finance.tariff.since', { date: format.date(from) })
  return (
    <>
      {tariffs.toReversed().map((row) => (
        <Fragment key={row.from ?? ''}>
          <SettingRow
            icon="clock"
            {...(row === current ? { tone: 'ok' as const } : {})}
            title={row === current ? text('finance.tariff.now', { name: nameOf(row) }) : nameOf(row)}
            hint={describePrices(row, currency, text, format)}
          >
            {row === current && (
              <Button
                size="s"
                kind="primary"
                icon="add"
                onClick={() => setOpen({ kind: 'new', tariff: { from: today, tariff: row.tariff } })}
              >
                {text('finance.tariff.add')}
              </Button>
            )}
            <Button
              size="s"
              label={text('finance.tariff.edit.label', { name: nameOf(row) })}
              onClick={() => setOpen({ kind: 'edit', tariff: row })}
            >
              {text('finance.costs.edit')}
            </Button>
            {row.isStored && (
              <Button
                size="s"
                kind="quiet"
                icon="trash"
                label={text('finance.tariff.remove.label', { name: nameOf(row) })}
                onClick={() => setOpen({ kind: 'remove', tariff: row })}
              />
            )}
          </SettingRow>
          {row === current && <Weeks tariff={row} currency={currency} />}
        </Fragment>
      ))}
      {open && (
        <Suspense>
          {open.kind === 'remove' ? (
            <RemoveTariffDialog tariff={open.tariff} currency={currency} onClose={close} />
          ) : (
            <TariffDialog tariff={open.tariff} currency={currency} isNew={open.kind === 'new'} onClose={close} />
          )}
        </Suspense>
      )}
    </>
  )
}

/** The prices of a tariff in a line. */
export function describePrices(
  { tariff }: DatedTariff,
  currency: string,
  text: UseText['text'],
  format: Format,
): string {
  const price = (amount: number | null): string => text('unit.perKwh', { currency: format.price(amount, currency) })
  const range = (schedule: GridPrices): string => {
    if (followsSeries(schedule)) return schedule.series
    const levels = levelsOf(schedule)
    const [low = null] = levels
    return levels.length === 1
      ? price(low)
      : text('finance.range', { low: format.price(low, currency), high: price(levels.at(-1) ?? null) })
  }
  const subsidy = subsidyPerKwh(tariff)
  return [
    text(`finance.rule.${tariff.rule}`),
    tariff.rule === 'production' && price(tariff.pricePerKwh),
    tariff.rule === 'fullFeedIn' && price(tariff.benchmarkPrice),
    tariff.purchase && text('finance.purchase.is', { price: range(tariff.purchase) }),
    tariff.feedIn && text('finance.feedIn.is', { price: range(tariff.feedIn) }),
    tariff.standingPerDay > 0 && text('finance.standing.is', { amount: format.price(tariff.standingPerDay, currency) }),
    typeof tariff.vatPercent === 'number' && text('finance.vat.is', { rate: format.smallPercent(tariff.vatPercent) }),
    subsidy > 0 && text('finance.subsidies.are', { price: price(subsidy) }),
  ]
    .filter((word) => typeof word === 'string')
    .join(' · ')
}

/** The weeks of prices that change with the time. */
function Weeks({ tariff: { tariff }, currency }: Readonly<{ tariff: DatedTariff; currency: string }>) {
  const { text } = useText()
  const format = useFormat()
  const parts = (['purchase', 'feedIn'] as const).flatMap((part) => {
    const schedule = tariff[part]
    return schedule !== null && !followsSeries(schedule) && flatPriceOf(schedule) === null ? [{ part, schedule }] : []
  })
  if (parts.length === 0) return null
  const drawings = parts.flatMap(({ part, schedule }) => {
    const prices = levelsOf(schedule)
    return schedule.seasons.map((season) => {
      const drawn = toWeek(season, prices)
      const name =
        schedule.seasons.length === 1
          ? text(`finance.${part}`)
          : `${text(`finance.${part}`)}, ${text('finance.season.from', { date: format.dayAndMonth(`2001-${season.from}`) })}`
      return (
        <div key={`${part} ${season.from}`} className={styles.financeWeek}>
          <b>{name}</b>
          <WeekPicture week={drawn.week} levels={prices.length} />
          <details>
            <summary>{text('finance.windows')}</summary>
            <WindowsTable season={drawn} prices={prices} currency={currency} label={name} />
          </details>
        </div>
      )
    })
  })
  return <div className={styles.financeWeeks}>{drawings}</div>
}
