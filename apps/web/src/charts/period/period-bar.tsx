import { useUrlState } from '../../address/url-state.ts'
import { useText } from '../../texts/use-text.tsx'
import { cx } from '../../ui/class-names.ts'
import { SegmentedLinks } from '../../ui/tabs.tsx'
import { ZOOM } from '../use-zoom.ts'
import { type Period, periods } from './period.ts'
import styles from './period-bar.module.css'
import { PeriodStepper } from './period-stepper.tsx'

type Props = Readonly<{
  period: Period
  /** The period without a word in the address. */
  usual: Period
  date: string
  today: string
  zone: string
  className?: string | undefined
}>

/** Period and date of a chart, both in the address. */
export function PeriodBar({ period, usual, date, today, zone, className }: Props) {
  const { text } = useText()
  const { linkTo, change } = useUrlState()
  return (
    <div className={cx(styles.periodBar, className)}>
      <SegmentedLinks
        label={text('device-detail.period')}
        places={periods.map((item) => ({
          key: item,
          to: linkTo({ period: item === usual ? null : item, [ZOOM]: null }),
          label: text(`device-detail.period.${item}`),
          current: item === period,
        }))}
      />
      <PeriodStepper
        period={period}
        date={date}
        today={today}
        zone={zone}
        onChange={(next) => change({ date: next, [ZOOM]: null })}
      />
    </div>
  )
}
