import { useText } from '../../../texts/use-text.tsx'
import { Card } from '../../../ui/card.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import styles from './fleet-page.module.css'

/** Rows of the table's height, so that nothing moves when they come. */
export function FleetSkeleton({ rows = 8 }: Readonly<{ rows?: number }>) {
  const { text } = useText()
  return (
    <Card flush>
      <div role="status" aria-label={text('shell.loading')}>
        {Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows without a content
          <div className={styles.fleetSkeletonRow} key={row}>
            <Skeleton width={84} height={22} />
            <Skeleton width={`${32 - (row % 3) * 5}%`} height={16} />
            <Skeleton width={87} height={28} />
            <Skeleton width={70} height={16} />
          </div>
        ))}
      </div>
    </Card>
  )
}
