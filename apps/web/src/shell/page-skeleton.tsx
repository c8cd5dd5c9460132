import { useText } from '../texts/use-text.tsx'
import { Card } from '../ui/card.tsx'
import { Skeleton } from '../ui/states.tsx'

/** A loading page: a title, its first line, and cards. */
export function PageSkeleton() {
  const { text } = useText()
  return (
    <div className="page" role="status" aria-label={text('shell.loading')}>
      <Skeleton width="min(520px, 80%)" height={22} />
      <Card className="span-5">
        <Skeleton height={280} />
      </Card>
      <Card className="span-7">
        <Skeleton height={280} />
      </Card>
      <Card>
        <Skeleton height={300} />
      </Card>
    </div>
  )
}
