import { Suspense } from 'react'
import { LaterTexts } from '../../texts/later-texts.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Skeleton } from '../../ui/states.tsx'
import styles from './place-finder.module.css'
import type { PlaceFinderProps } from './place-finder.tsx'

const PlaceFinder = lazyPart(() => import('./place-finder.tsx'), 'PlaceFinder')

/** The map and its texts come with the first form that shows a place. */
export const PlaceFinderPart = (props: PlaceFinderProps) => {
  const waiting = (
    <div className={styles.placeFinderWaiting}>
      <Skeleton height="100%" />
    </div>
  )
  return (
    <LaterTexts feature="place" waiting={waiting}>
      <Suspense fallback={waiting}>
        <PlaceFinder {...props} />
      </Suspense>
    </LaterTexts>
  )
}
