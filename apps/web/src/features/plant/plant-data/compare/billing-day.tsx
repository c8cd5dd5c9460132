import { LAST_BILLING_DAY } from '@heliograph/domain/billing-cycle.ts'
import { useQueryClient } from '@tanstack/react-query'
import { saveBillingDay } from '../../../../api/compare.ts'
import { useCurrentPlant } from '../../../../plant/current-plant.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { useAction } from '../../../../ui/use-action.ts'
import styles from './compare-card.module.css'
import { billingDayQuery } from './compare-queries.ts'

const days = Array.from({ length: LAST_BILLING_DAY }, (_, at) => at + 1)

/** The day of the month on which the plant's bill begins; who may edit the plant can change it. */
export function BillingDay({ day }: Readonly<{ day: number | null }>) {
  const { text } = useText()
  const { plantId, can } = useCurrentPlant()
  const client = useQueryClient()
  const { running, run } = useAction()
  if (!can('editPlant'))
    return (
      <p className={styles.compareBilling}>
        {day === null ? text('compare.billing.unknown') : text('compare.billing.is', { day })}
      </p>
    )
  const save = (next: number | null) =>
    run(
      'day',
      async () => {
        await saveBillingDay(plantId, next)
        client.setQueryData(billingDayQuery(plantId).queryKey, next)
      },
      text('compare.billing.saved'),
    )
  return (
    <label className={styles.compareBilling}>
      {text('compare.billing')}
      <select
        value={day ?? ''}
        disabled={running !== undefined}
        onChange={(event) => void save(event.target.value === '' ? null : Number(event.target.value))}
      >
        <option value="">{text('compare.billing.none')}</option>
        {days.map((value) => (
          <option key={value} value={value}>
            {value}
          </option>
        ))}
      </select>
    </label>
  )
}
