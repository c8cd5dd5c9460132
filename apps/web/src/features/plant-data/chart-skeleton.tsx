import { Skeleton } from '../../ui/states.tsx'

/** A chart on its way, in its final size. */
export const ChartSkeleton = ({ title }: Readonly<{ title: string }>) => (
  <section className="card" aria-label={title} aria-busy="true">
    <div className="chart-frame-head">
      <h2>{title}</h2>
    </div>
    <div className="chart-frame-picker">
      <Skeleton width="min(420px, 80%)" height={30} />
    </div>
    <div className="chart">
      <Skeleton height="100%" />
    </div>
  </section>
)
