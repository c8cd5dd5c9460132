import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { plantCountsQuery } from '../api/queries.ts'
import { firstPart } from '../ui/lazy-part.ts'
import { PageSkeleton } from './page-skeleton.tsx'

const NoPlantYet = firstPart(() => import('../plant/no-plant-yet.tsx'), 'NoPlantYet')

/** A page about several plants; who sees none is shown the way to the first one instead of a page about nothing. */
export function WithPlants({ children }: Readonly<{ children: ReactNode }>) {
  const { data, isPending } = useQuery(plantCountsQuery(''))
  if (isPending) return <PageSkeleton />
  if (data?.total !== 0) return children
  return (
    <main className="page">
      <Suspense fallback={<PageSkeleton />}>
        <NoPlantYet />
      </Suspense>
    </main>
  )
}
