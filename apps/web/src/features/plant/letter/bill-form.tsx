import { billLimits } from '@heliograph/domain/letter/utility-bill.ts'
import { addDays } from '@heliograph/domain/time.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { CallFailure } from '../../../api/failure.ts'
import { saveBill } from '../../../api/letter.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useFailureText } from '../../../texts/use-failure-text.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { DateField } from '../../../ui/date-field.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { showToast } from '../../../ui/toast-store.ts'
import { type BillDraft, type DraftField, emptyDraft, findFaults, toBill } from './bill-draft.ts'
import styles from './letter.module.css'
import { billsQuery } from './letter-queries.ts'

const readings = [
  ['purchasedStart', 'letter.bill.purchased.start'],
  ['purchasedEnd', 'letter.bill.purchased.end'],
  ['fedInStart', 'letter.bill.fedIn.start'],
  ['fedInEnd', 'letter.bill.fedIn.end'],
] as const

/**
 * The figures of a bill. Its days are those of the shown month until something is typed.
 * @param month shown, `YYYY-MM` @param onKept with the bill's id
 */
export function BillForm({
  month,
  from,
  to,
  today,
  currency,
  onKept,
}: Readonly<{
  month: string
  from: string
  to: string
  today: string
  currency: string
  onKept: (id: number) => void
}>) {
  const { text } = useText()
  const { locale } = useFormat()
  const textOf = useFailureText()
  const { plantId } = useCurrentPlant()
  const client = useQueryClient()
  const [typed, setTyped] = useState<BillDraft>()
  const [askedIn, setAskedIn] = useState<string>()
  // A bill that is kept leaves the form with its month.
  const [keptIn, setKeptIn] = useState<string>()
  const isPast = keptIn !== undefined && keptIn !== month
  const draft = typed === undefined || isPast ? emptyDraft(from, to) : typed
  const faults = askedIn === month ? findFaults(draft, today, locale) : {}
  const save = useMutation({
    mutationFn: async () => {
      const id = await saveBill(plantId, toBill(draft, locale))
      await client.invalidateQueries({ queryKey: billsQuery(plantId).queryKey })
      return id
    },
    onSuccess: (id) => {
      onKept(id)
      setAskedIn(undefined)
      setKeptIn(month)
      showToast(text('letter.bill.kept'))
    },
  })
  const set = (change: Partial<BillDraft>): void => {
    setTyped({ ...draft, ...change })
    setKeptIn(undefined)
  }
  const errorOf = (field: DraftField): string | undefined => {
    const fault = faults[field]
    return fault && text(`letter.bill.${fault}`)
  }
  const field = (name: Exclude<DraftField, 'from' | 'to'>) => ({
    value: draft[name],
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    optional: true,
    error: errorOf(name),
    onChange: (value: string) => set({ [name]: value }),
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setAskedIn(month)
    if (Object.keys(findFaults(draft, today, locale)).length === 0 && !save.isPending) save.mutate()
  }
  const yesterday = addDays(today, -1)
  const { error } = save
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p className={styles.lead}>{text('letter.bill.lead')}</p>
      <div className={styles.pair}>
        <DateField
          label={text('letter.bill.from')}
          value={draft.from}
          max={yesterday}
          onChange={(day) => set({ from: day })}
        />
        <DateField
          label={text('letter.bill.to')}
          value={draft.to}
          max={yesterday}
          error={errorOf('to')}
          onChange={(day) => set({ to: day })}
        />
        <TextField {...field('purchased')} label={text('letter.bill.purchased')} unit="kWh" />
        <TextField {...field('fedIn')} label={text('letter.bill.fedIn')} unit="kWh" />
        <TextField {...field('amount')} label={text('letter.bill.amount')} unit={currency} />
      </div>
      <details className={styles.more}>
        <summary>{text('letter.bill.readings')}</summary>
        <div className={styles.pair}>
          {readings.map(([name, label]) => (
            <TextField key={name} {...field(name)} label={text(label)} unit="kWh" />
          ))}
        </div>
      </details>
      {error && (
        <Notice tone="fault" isStatus>
          {error instanceof CallFailure && error.code === 'TOO_MANY'
            ? text('letter.bill.many', { most: billLimits.bills })
            : textOf(error)}
        </Notice>
      )}
      <Button type="submit" kind="primary" busy={save.isPending}>
        {text('letter.bill.compare')}
      </Button>
    </form>
  )
}
