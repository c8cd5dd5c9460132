import { useText } from '../../../texts/use-text.tsx'
import { Card } from '../../../ui/card.tsx'
import figureStyles from '../../../ui/figure.module.css'
import { Skeleton } from '../../../ui/states.tsx'
import deviceDetailPageStyles from './device-detail-page.module.css'
import deviceHeadStyles from './device-head.module.css'
import keyFiguresCardStyles from './key-figures-card.module.css'

const figures = ['a', 'b', 'c', 'd', 'e', 'f']

export function DeviceSkeleton() {
  const { text } = useText()
  return (
    <div className="page" role="status" aria-label={text('shell.loading')}>
      <div>
        <Skeleton width={160} height={16} />
        <div className={deviceHeadStyles.deviceHeadRow}>
          <Skeleton width={240} height={28} />
          <Skeleton width={84} height={24} />
        </div>
      </div>
      <Skeleton width="min(420px, 80%)" height={22} />
      <Card flush className={keyFiguresCardStyles.keyFigures}>
        {figures.map((key) => (
          <div className={figureStyles.figure} data-part="figure" key={key}>
            <Skeleton width="70%" height={16} />
            <Skeleton width="90%" height={30} />
          </div>
        ))}
      </Card>
      <Card>
        <Skeleton width={180} height={24} />
        <Skeleton height={380} className={deviceDetailPageStyles.deviceSkeletonChart} />
      </Card>
      <Card className="span-8">
        <Skeleton height={420} />
      </Card>
      <Card className="span-4">
        <Skeleton height={260} />
      </Card>
    </div>
  )
}
