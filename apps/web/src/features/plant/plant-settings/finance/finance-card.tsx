import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { Costs, Finance } from '../../../../api/finance.ts'
import { useCurrentPlant } from '../../../../plant/current-plant.ts'
import { useFormat } from '../../../../texts/use-format.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { Button } from '../../../../ui/button.tsx'
import { lazyPart } from '../../../../ui/lazy-part.ts'
import { Notice } from '../../../../ui/notice.tsx'
import { RowsLoading, SettingCard, SettingRow } from '../../../../ui/setting.tsx'
import { financeQuery } from './finance-queries.ts'
import { MarketRows } from './market-rows.tsx'
import { OutlookFigures } from './outlook-figures.tsx'
import { TariffRows } from './tariff-rows.tsx'

const CostsDialog = lazyPart(() => import('./costs-dialog.tsx'), 'CostsDialog')

/** Prices over time, what the plant cost, and what follows from both. */
export function FinanceCard() {
  const { text } = useText()
  const { plantId } = useCurrentPlant()
  const { data, error, refetch } = useQuery(financeQuery(plantId))
  return (
    <SettingCard title={text('finance.title')} lead={text('finance.lead')}>
      {data ? <Body finance={data} /> : <RowsLoading error={error} refetch={refetch} />}
    </SettingCard>
  )
}

function Body({ finance }: Readonly<{ finance: Finance }>) {
  const { text } = useText()
  const [open, setOpen] = useState(false)
  return (
    <>
      {finance.unreadDays > 0 && (
        <Notice icon="refresh" isStatus>
          {text('finance.daysUnread', { count: finance.unreadDays })}
        </Notice>
      )}
      <OutlookFigures finance={finance} />
      <TariffRows finance={finance} />
      <MarketRows currency={finance.currency} />
      <SettingRow icon="coin" title={text('finance.costs')} hint={<CostWords finance={finance} />}>
        <Button size="s" onClick={() => setOpen(true)}>
          {text('finance.costs.edit')}
        </Button>
      </SettingRow>
      {open && (
        <Suspense>
          <CostsDialog costs={finance.costs} currency={finance.currency} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function CostWords({ finance: { costs, currency } }: Readonly<{ finance: Finance }>) {
  const { text } = useText()
  const format = useFormat()
  const money = (amount: number | null): string => format.moneyInFull(amount, currency)
  const { cost, subsidy, paidOn, loan, link }: Costs = costs
  const words = [
    cost === null ? text('finance.costs.none') : money(cost),
    paidOn !== null && format.date(paidOn),
    subsidy !== null && text('finance.costs.subsidized', { amount: money(subsidy) }),
    loan &&
      text('finance.costs.loanWords', {
        amount: money(loan.amount),
        method: text(`finance.method.${loan.method}`),
        count: loan.termMonths / 12,
        years: format.number(loan.termMonths / 12, loan.termMonths % 12 === 0 ? 0 : 1),
        interest: format.percent(loan.interestPercent),
      }),
  ].filter((word) => typeof word === 'string')
  return (
    <>
      {words.join(' · ')}
      {link !== '' && (
        <>
          {' · '}
          <a href={link} target="_blank" rel="noreferrer">
            {text('finance.costs.url')}
          </a>
        </>
      )}
    </>
  )
}
