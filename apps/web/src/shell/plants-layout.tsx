import { type ReactNode, Suspense } from 'react'
import { Outlet, useLocation } from 'react-router'
import { isFleetPage } from '../address/paths.ts'
import { useUrlState } from '../address/url-state.ts'
import { usePreferences } from '../preferences/preferences.ts'
import { useText } from '../texts/use-text.tsx'
import { cx } from '../ui/class-names.ts'
import { useNarrow, useWide } from '../ui/use-wide.ts'
import { FoldingRail } from './folding-rail.tsx'
import { PageSkeleton } from './page-skeleton.tsx'
import { PlantFrame } from './plant-frame.tsx'
import styles from './plants-layout.module.css'

/**
 * The list beside the open plant or beside all of them; on a phone the list is the page and a plant opens over it.
 * @param rail the list @param empty shown beside it while no plant is open
 */
export function PlantsLayout({ rail, empty }: Readonly<{ rail: ReactNode; empty: ReactNode }>) {
  const { text } = useText()
  const { plantId } = useUrlState()
  // The earlier layout has the list and the plant one after the other at every width, as on a phone.
  const isOrigin = usePreferences().layoutVersion === 'origin'
  const wide = useWide() && !isOrigin
  const narrow = useNarrow()
  const { pathname } = useLocation()
  const onFleet = isFleetPage(pathname)
  const hasPage = onFleet || plantId !== undefined
  const isPage = !wide && !hasPage
  return (
    <div
      className={cx(styles.plants, hasPage ? styles.plantsOpen : styles.plantsList, isOrigin && styles.plantsOrigin)}
      data-layout={isOrigin ? 'origin' : undefined}
    >
      {/* One element for every content, so that the list keeps its place when a plant opens over it. */}
      <div
        className={styles.plantsRail}
        data-ground="menu"
        {...(isPage ? { role: 'main' } : { role: 'complementary', 'aria-label': text('shell.menu.myPlant') })}
      >
        {isPage && <h1 className="visually-hidden">{text('shell.menu.myPlant')}</h1>}
        {narrow && !isOrigin ? <FoldingRail>{rail}</FoldingRail> : rail}
      </div>
      <div className={styles.plantsMain}>
        {onFleet ? (
          <Suspense fallback={<PageSkeleton />}>
            <Outlet />
          </Suspense>
        ) : plantId === undefined ? (
          empty
        ) : (
          <PlantFrame key={plantId} plantId={plantId} />
        )}
      </div>
    </div>
  )
}
