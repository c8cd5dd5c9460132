import { useUrlState } from '../../../address/url-state.ts'
import { type Period, periods } from '../../../charts/period/period.ts'
import { PeriodStepper } from '../../../charts/period/period-stepper.tsx'
import { ZOOM } from '../../../charts/use-zoom.ts'
import { useText } from '../../../texts/use-text.tsx'
import { SegmentedLinks } from '../../../ui/tabs.tsx'
import styles from './history-card.module.css'

type Props = Readonly<{ period: Period; date: string; today: string; zone: string }>

export function PeriodBar({ period, date, today, zone }: Props) {
  const { text } = useText()
  const { linkTo, change } = useUrlState()
  return (
    <div className={styles.historyPeriod}>
      <SegmentedLinks
        label={text('device-detail.period')}
        places={periods.map((one) => ({
          key: one,
          to: linkTo({ period: one === 'day' ? null : one, [ZOOM]: null }),
          label: text(`device-detail.period.${one}`),
          current: one === period,
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
