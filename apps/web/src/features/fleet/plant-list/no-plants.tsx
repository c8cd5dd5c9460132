import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { plantListQuery } from '../../../api/queries.ts'
import { PageSkeleton } from '../../../shell/page-skeleton.tsx'
import { useText } from '../../../texts/use-text.tsx'
import { firstPart } from '../../../ui/lazy-part.ts'
import { EmptyState } from '../../../ui/states.tsx'

const NoPlantYet = firstPart(() => import('../../../plant/no-plant-yet.tsx'), 'NoPlantYet')

/** @param keyword without a result; empty: there is no plant at all */
export function NoPlants({ keyword }: Readonly<{ keyword: string }>) {
  const { text } = useText()
  if (keyword) return <EmptyState compact icon="search" title={text('plant-list.none', { keyword })} />
  return (
    <Suspense fallback={<PageSkeleton />}>
      <NoPlantYet />
    </Suspense>
  )
}

/** Beside the list, while no plant is open: because none exists, or because the list is loading. */
export function NoPlantOpen() {
  const { data, isError } = useInfiniteQuery(plantListQuery(''))
  if (data?.pages[0]?.total === 0)
    return (
      <main className="page">
        <NoPlants keyword="" />
      </main>
    )
  // The list reports its failure itself.
  return isError ? null : <PageSkeleton />
}
