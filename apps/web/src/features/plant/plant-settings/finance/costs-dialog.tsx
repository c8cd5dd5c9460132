import { repaymentMethods } from '@heliograph/domain/tariff/investment.ts'
import { isDate } from '@heliograph/domain/time.ts'
import { useState } from 'react'
import { type Costs, editCosts, type Loan } from '../../../../api/finance.ts'
import { useCurrentPlant } from '../../../../plant/current-plant.ts'
import { parseNumber } from '../../../../plant/form/parse-place.ts'
import { useFormat } from '../../../../texts/use-format.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { ActionDialog } from '../../../../ui/action-dialog.tsx'
import { DateField } from '../../../../ui/date-field.tsx'
import { Checkbox, SelectField, TextField } from '../../../../ui/field.tsx'
import { usePlantChanged } from '../use-plant-changed.ts'
import styles from './finance.module.css'

const MOST = 1e12
const periods = ['1', '3', '6', '12'] as const

/** null: left empty; undefined: no such number. */
function readNumber(typed: string, most = MOST): number | null | undefined {
  if (typed.trim() === '') return null
  const number = parseNumber(typed)
  return number >= 0 && number <= most ? number : undefined
}

/** Cost of the plant, its funding, and the loan. */
export function CostsDialog({
  costs,
  currency,
  onClose,
}: Readonly<{ costs: Costs; currency: string; onClose: () => void }>) {
  const { text } = useText()
  const { locale } = useFormat()
  const { plantId } = useCurrentPlant()
  const changed = usePlantChanged(plantId)
  const writer = new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 10 })
  const write = (value: number | null | undefined): string => (value == null ? '' : writer.format(value))
  const [draft, setDraft] = useState({
    cost: write(costs.cost),
    subsidy: write(costs.subsidy),
    date: costs.paidOn ?? '',
    coal: write(costs.coalPrice),
    url: costs.link,
    hasLoan: costs.loan !== null,
    amount: write(costs.loan?.amount),
    method: costs.loan?.method ?? ('annuity' as Loan['method']),
    years: write(costs.loan ? costs.loan.termMonths / 12 : 10),
    period: String(costs.loan?.periodMonths ?? 1),
    interest: write(costs.loan?.interestPercent),
  })
  const change = (edit: Partial<typeof draft>): void => setDraft((now) => ({ ...now, ...edit }))
  const [cost, subsidy, coal] = [readNumber(draft.cost), readNumber(draft.subsidy), readNumber(draft.coal, 1e6)]
  const isLink = draft.url.trim() === '' || (/^https?:\/\//i.test(draft.url.trim()) && URL.canParse(draft.url.trim()))
  const isDated = draft.date === '' || isDate(draft.date)
  const loan = draft.hasLoan ? readLoan(draft) : null
  const isFit =
    cost !== undefined && subsidy !== undefined && coal !== undefined && isLink && isDated && loan !== undefined
  const number = (field: 'cost' | 'subsidy' | 'coal' | 'amount' | 'years' | 'interest', unit: string, most = MOST) => (
    <TextField
      label={text(`finance.costs.${field}`)}
      optional={field === 'cost' || field === 'subsidy' || field === 'coal'}
      unit={unit}
      inputMode="decimal"
      autoComplete="off"
      value={draft[field]}
      error={readNumber(draft[field], most) === undefined ? text('finance.error.amount') : undefined}
      onChange={(typed) => change({ [field]: typed })}
    />
  )
  return (
    <ActionDialog
      title={text('finance.costs')}
      confirm={text('shell.action.save')}
      width={620}
      isReady={isFit}
      run={async () => {
        if (cost === undefined || subsidy === undefined || coal === undefined || loan === undefined) return
        await editCosts(plantId, {
          cost,
          subsidy,
          paidOn: draft.date === '' ? null : draft.date,
          coalPrice: coal,
          link: draft.url.trim(),
          loan,
        })
        await changed()
      }}
      done={text('finance.costs.saved')}
      onClose={onClose}
    >
      <div className={styles.financeFields}>
        {number('cost', currency)}
        {number('subsidy', currency)}
        <DateField
          label={text('finance.costs.date')}
          optional
          value={draft.date}
          onChange={(date) => change({ date })}
        />
        {currency === 'CNY' && number('coal', text('unit.perKwh', { currency }), 1e6)}
      </div>
      <TextField
        label={text('finance.costs.url')}
        optional
        type="url"
        autoComplete="off"
        maxLength={500}
        placeholder="https://"
        value={draft.url}
        error={isLink ? undefined : text('finance.error.url')}
        onChange={(url) => change({ url })}
      />
      <Checkbox
        label={text('finance.costs.loan')}
        checked={draft.hasLoan}
        onChange={(hasLoan) => change({ hasLoan })}
      />
      {draft.hasLoan && (
        <div className={styles.financeFields}>
          {number('amount', currency)}
          <SelectField
            label={text('finance.costs.method')}
            value={draft.method}
            options={repaymentMethods.map((method) => ({ value: method, label: text(`finance.method.${method}`) }))}
            onChange={(method) => change({ method })}
          />
          {number('years', text('finance.years'), 50)}
          <SelectField
            label={text('finance.costs.period')}
            value={draft.period}
            options={periods.map((months) => ({
              value: months as string,
              label: text('finance.months', { count: Number(months) }),
            }))}
            onChange={(period) => change({ period })}
          />
          {number('interest', '%', 100)}
        </div>
      )}
    </ActionDialog>
  )
}

function readLoan(
  draft: Readonly<{ amount: string; method: Loan['method']; years: string; period: string; interest: string }>,
): Loan | undefined {
  const [amount, years, interest] = [
    readNumber(draft.amount),
    readNumber(draft.years, 50),
    readNumber(draft.interest, 100),
  ]
  const periodMonths = Number(draft.period)
  if (!amount || !years || interest === undefined) return undefined
  const termMonths = Math.round(years * 12)
  if (termMonths < 1 || termMonths % periodMonths !== 0) return undefined
  return { amount, method: draft.method, termMonths, periodMonths, interestPercent: interest ?? 0 }
}
