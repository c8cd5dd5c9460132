import { useUrlState } from '../../../address/url-state.ts'
import type { Period } from '../../../charts/period/period.ts'
import { PeriodStepper } from '../../../charts/period/period-stepper.tsx'
import { ZOOM } from '../../../charts/use-zoom.ts'
import { useText } from '../../../texts/use-text.tsx'
import { DateField } from '../../../ui/date-field.tsx'
import { SegmentedLinks } from '../../../ui/tabs.tsx'
import { type Span, spans } from './explorer-address.ts'
import { type Beside, besides } from './explorer-beside.ts'
import styles from './explorer-page.module.css'

type Props = Readonly<{
  span: Span
  date: string
  today: string
  zone: string
  /** The days of a free range. */
  from: string | undefined
  to: string | undefined
  /** The period beside it. */
  beside: Beside | undefined
}>

/** From a day to all time, or from any day to any other: by links that can be shared. */
export function RangeBar({ span, date, today, zone, from, to, beside }: Props) {
  const { text } = useText()
  const { linkTo, change } = useUrlState()
  return (
    <div className={styles.rangeBar}>
      <SegmentedLinks
        label={text('explorer.range')}
        places={spans.map((item) => ({
          key: item,
          to: linkTo({
            span: item === 'week' ? null : item,
            [ZOOM]: null,
            every: null,
            // Any days start with those that are shown.
            ...(item === 'range' ? { from: from ?? null, to: to ?? null } : { from: null, to: null }),
          }),
          label: text(`explorer.range.${item}`),
          current: item === span,
        }))}
      />
      {span === 'range' ? (
        <div className={styles.rangeDays}>
          <DateField
            label={text('explorer.range.from')}
            value={from ?? ''}
            max={to ?? today}
            onChange={(next) => change({ from: next || null, [ZOOM]: null })}
          />
          <DateField
            label={text('explorer.range.to')}
            value={to ?? ''}
            max={today}
            onChange={(next) => change({ to: next || null, [ZOOM]: null })}
          />
        </div>
      ) : (
        <PeriodStepper
          period={span satisfies Period}
          date={date}
          today={today}
          zone={zone}
          onChange={(next) => change({ date: next, [ZOOM]: null })}
        />
      )}
      {span !== 'total' && (
        <SegmentedLinks
          label={text('compare.with')}
          places={[undefined, ...besides]
            .filter((item) => item !== 'year' || span !== 'year')
            .map((item) => ({
              key: item ?? 'none',
              to: linkTo({ beside: item ?? null }),
              label: text(item ? `compare.with.${item}` : 'explorer.beside.none'),
              current: item === beside,
            }))}
        />
      )}
    </div>
  )
}
