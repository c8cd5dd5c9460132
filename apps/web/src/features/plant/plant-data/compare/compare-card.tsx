import { useQuery } from '@tanstack/react-query'
import { useUrlState } from '../../../../address/url-state.ts'
import { useCurrentPlant } from '../../../../plant/current-plant.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { DateField } from '../../../../ui/date-field.tsx'
import { Checkbox } from '../../../../ui/field.tsx'
import { ErrorPanel, Skeleton } from '../../../../ui/states.tsx'
import { SegmentedLinks } from '../../../../ui/tabs.tsx'
import { BillingDay } from './billing-day.tsx'
import styles from './compare-card.module.css'
import { billingDayQuery, rangesQuery } from './compare-queries.ts'
import { comparisons, presets, readCompare, toggleComparison } from './compare-state.ts'
import { CompareTable } from './compare-table.tsx'

/** A bill, or any days, beside up to three other periods of the same length; all of it in the address. */
export function CompareCard({ today }: Readonly<{ today: string }>) {
  const { text } = useText()
  const { plantId } = useCurrentPlant()
  const { params, change, linkTo } = useUrlState()
  const billing = useQuery(billingDayQuery(plantId))
  const state = readCompare(params, today, billing.data ?? null)
  const { preset, from, to, others, chosen } = state
  const ranges = useQuery({ ...rangesQuery(plantId, state), enabled: preset === 'days' || billing.data !== undefined })
  return (
    <Card
      title={text('compare.title')}
      aside={
        <Button
          size="s"
          kind="quiet"
          icon="close"
          label={text('shell.action.close')}
          onClick={() => change({ compare: null, from: null, to: null, with: null, since: null })}
        />
      }
    >
      <div className={styles.compareChoice}>
        <SegmentedLinks
          label={text('compare.range')}
          places={presets.map((item) => ({
            key: item,
            to: linkTo({
              compare: item,
              ...(item === 'days' ? { from, to: to < today ? to : today } : { from: null, to: null }),
            }),
            label: text(`compare.range.${item}`),
            current: item === preset,
          }))}
        />
        {preset === 'days' ? (
          <div className={styles.compareDays}>
            <DateField
              label={text('compare.from')}
              value={from}
              max={to}
              onChange={(day) => change({ from: day || null })}
            />
            <DateField
              label={text('compare.to')}
              value={to}
              max={today}
              onChange={(day) => change({ to: day || null })}
            />
          </div>
        ) : (
          billing.data !== undefined && <BillingDay day={billing.data} />
        )}
      </div>
      <fieldset className={styles.compareWith}>
        <legend>{text('compare.with')}</legend>
        {comparisons.map((kind) => (
          <Checkbox
            key={kind}
            label={text(`compare.with.${kind}`)}
            checked={others.some((other) => other.kind === kind)}
            onChange={() => change({ with: toggleComparison(state, kind) }, { replace: true })}
          />
        ))}
        <DateField
          label={text('compare.with.chosen')}
          optional
          value={chosen ?? ''}
          max={today}
          onChange={(day) => change({ since: day || null }, { replace: true })}
        />
      </fieldset>
      {ranges.data ? (
        <CompareTable data={ranges.data} kinds={others.map(({ kind }) => kind)} isStale={ranges.isPlaceholderData} />
      ) : ranges.error || billing.error ? (
        <ErrorPanel
          compact
          failure={ranges.error ?? billing.error}
          onRetry={() => void (billing.error ? billing.refetch() : ranges.refetch())}
        />
      ) : (
        <Skeleton height={260} />
      )}
    </Card>
  )
}
