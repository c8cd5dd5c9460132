import chartStyles from '../../../charts/chart.module.css'
import chartFrameStyles from '../../../charts/chart-frame.module.css'
import cardStyles from '../../../ui/card.module.css'
import { Skeleton } from '../../../ui/states.tsx'

/** A loading chart, in its final size. */
export const ChartSkeleton = ({ title }: Readonly<{ title: string }>) => (
  <section className={cardStyles.card} data-part="card" aria-label={title} aria-busy="true">
    <div className={chartFrameStyles.chartFrameHead}>
      <h2>{title}</h2>
    </div>
    <div className={chartFrameStyles.chartFramePicker}>
      <Skeleton width="min(420px, 80%)" height={30} />
    </div>
    <div className={chartStyles.chart}>
      <Skeleton height="100%" />
    </div>
  </section>
)
