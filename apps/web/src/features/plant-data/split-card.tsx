import donutStyles from '../../charts/donut.module.css'
import { Donut } from '../../charts/donut.tsx'
import { useFormat } from '../../texts/use-format.ts'
import { useText } from '../../texts/use-text.tsx'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/states.tsx'
import styles from './split-card.module.css'
import type { Split } from './splits.ts'

/** A whole and its parts; a zero is written, not drawn. */
export function SplitCard({
  title,
  period,
  split,
}: Readonly<{ title: string; period: string; split: Split | undefined }>) {
  const { text } = useText()
  const format = useFormat()
  return (
    <Card title={title} aside={period} className={styles.splitCard}>
      {split && split.wholeKwh > 0 ? (
        <Donut
          label={title}
          whole={{ value: format.number(split.shownWhole), unit: split.unit }}
          parts={split.parts.map(({ id, name, token, valueKwh, shown }) => ({
            id,
            name: text(name),
            colour: token,
            value: valueKwh,
            text: `${format.number(shown)} ${split.unit}`,
          }))}
        />
      ) : (
        <p className={styles.splitCardEmpty}>
          {text(split ? 'plant-data.split.nothingYet' : 'plant-data.split.unknown')}
        </p>
      )}
    </Card>
  )
}

export const SplitSkeleton = ({ title }: Readonly<{ title: string }>) => (
  <Card title={title} className={styles.splitCard}>
    <div className={donutStyles.donut} data-part="donut">
      <Skeleton width={120} height={120} className={styles.splitCardRing} />
      <div>
        <Skeleton height={18} />
        <br />
        <Skeleton height={18} />
        <br />
        <Skeleton height={18} />
      </div>
    </div>
  </Card>
)
