import { type StackedBar, StackedBars } from '../../../charts/stacked-bars.tsx'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Card } from '../../../ui/card.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import type { Split } from './splits.ts'
import styles from './splits-card.module.css'

type Props = Readonly<{
  name: string
  /** Integrated from powers, none of it counted. */
  isEstimated: boolean
  production: Split | undefined
  consumption: Split | undefined
}>

/** Where the production went and where the consumption came from, on one scale. */
export function SplitsCard({ name, isEstimated, production, consumption }: Props) {
  const { text } = useText()
  const format = useFormat()
  const bars = [
    { label: text('plant-data.split.production'), split: production },
    { label: text('plant-data.split.consumption'), split: consumption },
  ].flatMap(({ label, split }): readonly StackedBar[] =>
    split === undefined || split.wholeWh <= 0
      ? []
      : [
          {
            label,
            whole: split.wholeWh,
            text: `${format.number(split.shownWhole, split.decimals)} ${split.unit}`,
            parts: split.parts.map(({ id, name, token, pattern, valueWh, shown }) => ({
              id,
              name: text(name),
              color: token,
              pattern,
              value: valueWh,
              text: `${format.number(shown, split.decimals)} ${split.unit}`,
            })),
          },
        ],
  )
  return (
    <Card title={text('plant-period.splits')} aside={name} className={styles.splits}>
      {bars.length > 0 ? (
        <>
          <StackedBars bars={bars} />
          {isEstimated && <p className={styles.splitsNote}>{text('plant-data.byPower.mark')}</p>}
        </>
      ) : (
        <p className={styles.splitsEmpty}>
          {text(production || consumption ? 'plant-data.split.nothingYet' : 'plant-data.split.unknown')}
        </p>
      )}
    </Card>
  )
}

export function SplitsSkeleton() {
  const { text } = useText()
  return (
    <Card title={text('plant-period.splits')} className={styles.splits}>
      <div className={styles.splitsWaiting}>
        {['a', 'b'].map((key) => (
          <div key={key}>
            <Skeleton width="40%" />
            <Skeleton height={26} />
            <Skeleton width="80%" height={36} />
          </div>
        ))}
      </div>
    </Card>
  )
}
