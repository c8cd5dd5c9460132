import { useText } from '../../../texts/use-text.tsx'
import { Card } from '../../../ui/card.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import styles from './device-list-page.module.css'

const rows = ['a', 'b', 'c', 'd']

export function DeviceListSkeleton() {
  const { text } = useText()
  return (
    <div className="page" role="status" aria-label={text('shell.loading')}>
      <Skeleton width="min(420px, 80%)" height={24} />
      <div className={styles.deviceToolbar}>
        <div className={styles.deviceChips}>
          <Skeleton width={82} height={34} />
          <Skeleton width={118} height={34} />
          <Skeleton width={104} height={34} />
        </div>
      </div>
      <Card flush className={styles.deviceSkeleton}>
        {rows.map((key) => (
          <div key={key}>
            <Skeleton width={36} height={36} />
            <Skeleton width="min(260px, 50%)" height={34} />
            <Skeleton width={90} height={18} className={styles.deviceSkeletonEnd} />
          </div>
        ))}
      </Card>
      <Card>
        <Skeleton width={180} height={20} />
        <Skeleton height={92} className={styles.deviceSkeletonGap} />
      </Card>
    </div>
  )
}
