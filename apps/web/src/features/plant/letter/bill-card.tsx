import type { Letter } from '@heliograph/domain/letter/letter.ts'
import { addDays, addMonths } from '@heliograph/domain/time.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { KeptBill } from '../../../api/letter.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ErrorPanel, Skeleton } from '../../../ui/states.tsx'
import { BillForm } from './bill-form.tsx'
import { Explanation } from './explanation.tsx'
import styles from './letter.module.css'
import { billsQuery } from './letter-queries.ts'
import { RemoveBillDialog } from './remove-bill-dialog.tsx'

/**
 * The utility's bill beside the plant: typed in, explained, and those before.
 * @param month shown, `YYYY-MM` @param letter undefined: it is not there yet
 */
export function BillCard({
  month,
  letter,
  today,
}: Readonly<{ month: string; letter: Letter | undefined; today: string }>) {
  const { plantId, can } = useCurrentPlant()
  const { text } = useText()
  const { data, error, refetch } = useQuery(billsQuery(plantId))
  const [chosen, setChosen] = useState<Readonly<{ id: number; month: string }>>()
  const setOpenId = (id: number): void => setChosen({ id, month })
  const bills = data?.bills ?? []
  // The bill that was just typed in, a chosen one, or the one that reaches furthest into the letter's month.
  const open =
    bills.find(({ id }) => id === chosen?.id && month === chosen.month) ??
    bills.find(({ bill }) => letter && isOf(bill, letter))
  const mayEdit = can('editPlant')
  const [from, to] = letter && !letter.isRunning ? [letter.from, letter.to] : lastWholeMonth(today)
  return (
    <div className={styles.beside}>
      {mayEdit && (
        <Card title={text('letter.bill')}>
          <BillForm
            month={month}
            from={from}
            to={to}
            today={today}
            currency={letter?.currency ?? ''}
            onKept={setOpenId}
          />
        </Card>
      )}
      {data === undefined && !error && <Skeleton height={140} />}
      {error && <ErrorPanel failure={error} title={text('letter.bill.failed')} onRetry={() => void refetch()} />}
      {open && data && <Explanation kept={open} currency={data.currency} />}
      {bills.length > 0 && <BillList bills={bills} open={open} onOpen={setOpenId} mayEdit={mayEdit} />}
    </div>
  )
}

const isOf = ({ from, to }: KeptBill['bill'], letter: Letter): boolean => from <= letter.to && to >= letter.from

const lastWholeMonth = (today: string): readonly [string, string] => {
  const month = addMonths(today.slice(0, 7), -1)
  return [`${month}-01`, addDays(`${today.slice(0, 7)}-01`, -1)]
}

function BillList({
  bills,
  open,
  onOpen,
  mayEdit,
}: Readonly<{
  bills: readonly KeptBill[]
  open: KeptBill | undefined
  onOpen: (id: number) => void
  mayEdit: boolean
}>) {
  const { text } = useText()
  const format = useFormat()
  const [removed, setRemoved] = useState<KeptBill>()
  const kwh = (wh: number | null): string => format.number(wh === null ? null : wh / 1_000, 0)
  const day = (date: string): string => format.date(date)
  return (
    <Card title={text('letter.bills')} flush>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{text('letter.bills.period')}</th>
              <th scope="col">{text('letter.bills.billed')}</th>
              <th scope="col">{text('letter.bills.measured')}</th>
              <th scope="col">{text('letter.bills.difference')}</th>
              {mayEdit && <td />}
            </tr>
          </thead>
          <tbody>
            {bills.map((kept) => {
              const { from, to } = kept.bill
              const directions = (['purchased', 'fedIn'] as const).filter((name) => kept.comparison[name] !== null)
              return directions.map((name, at) => {
                const found = kept.comparison[name]
                const { billedWh = null, meteredWh = null, differenceWh = null } = found ?? {}
                const share =
                  meteredWh === null || meteredWh === 0 || differenceWh === null ? null : differenceWh / meteredWh
                return (
                  <tr key={`${kept.id} ${name}`} aria-current={kept.id === open?.id || undefined}>
                    <th scope="row">
                      {at === 0 && (
                        <button type="button" className={styles.open} onClick={() => onOpen(kept.id)}>
                          {`${day(from)} – ${day(to)}`}
                        </button>
                      )}
                      <small>{text(`letter.bill.${name}`)}</small>
                    </th>
                    <td>{kwh(billedWh)} kWh</td>
                    <td>{meteredWh === null ? '--' : `${kwh(meteredWh)} kWh`}</td>
                    <td>{share === null ? '--' : `${share > 0 ? '+' : ''}${format.percent(share * 100, 1)}`}</td>
                    {mayEdit && (
                      <td>
                        {at === 0 && (
                          <Button
                            size="s"
                            kind="quiet"
                            icon="trash"
                            label={text('letter.bill.remove', { from: day(from), to: day(to) })}
                            onClick={() => setRemoved(kept)}
                          />
                        )}
                      </td>
                    )}
                  </tr>
                )
              })
            })}
          </tbody>
        </table>
      </div>
      {removed && <RemoveBillDialog kept={removed} onClose={() => setRemoved(undefined)} />}
    </Card>
  )
}
