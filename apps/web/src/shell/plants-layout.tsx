import { type ReactNode, Suspense, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { fleetPath, isFleetPage } from '../address/paths.ts'
import { useUrlState } from '../address/url-state.ts'
import { usePreferences } from '../preferences/preferences.ts'
import { dockRail, useRailDocked } from '../preferences/rail-choice.ts'
import { useText } from '../texts/use-text.tsx'
import { cx } from '../ui/class-names.ts'
import { useNarrow, useWide } from '../ui/use-wide.ts'
import { FoldingRail, RailToggle } from './folding-rail.tsx'
import { PageSkeleton } from './page-skeleton.tsx'
import { PlantFrame } from './plant-frame.tsx'
import styles from './plants-layout.module.css'

/**
 * The list beside the open plant or beside all of them; on a phone the list is the page and a plant opens over it.
 * @param rail the list @param empty shown beside it while no plant is open
 */
export function PlantsLayout({ rail, empty }: Readonly<{ rail: ReactNode; empty: ReactNode }>) {
  const { text } = useText()
  const { plantId, params } = useUrlState()
  // The earlier layout has the list and the plant one after the other at every width, as on a phone.
  const isOrigin = usePreferences().layoutVersion === 'origin'
  const wide = useWide() && !isOrigin
  const narrow = useNarrow() && !isOrigin
  const { pathname } = useLocation()
  const isDocked = useRailDocked()
  const onFleet = isFleetPage(pathname)
  const hasPage = onFleet || plantId !== undefined
  const isPage = !wide && !hasPage
  // The page itself lists the plants; beside its map the list is no repetition.
  const isRepeated = pathname === fleetPath() && params.get('as') !== 'map'
  const folds = wide && !narrow && isRepeated && !isDocked
  // Where nobody sees the list it is not even asked for; once seen it keeps its place.
  const [isKept, setKept] = useState(isPage)
  if (isPage && !isKept) setKept(true)
  return (
    <div
      className={cx(
        styles.plants,
        hasPage ? styles.plantsOpen : styles.plantsList,
        folds && styles.plantsFolded,
        isOrigin && styles.plantsOrigin,
      )}
      data-layout={isOrigin ? 'origin' : undefined}
    >
      {/* One element for every content, so that the list keeps its place when a plant opens over it. */}
      <div
        className={styles.plantsRail}
        data-ground="menu"
        {...(isPage ? { role: 'main' } : { role: 'complementary', 'aria-label': text('shell.menu.myPlant') })}
      >
        {isPage && <h1 className="visually-hidden">{text('shell.menu.myPlant')}</h1>}
        {narrow ? (
          <FoldingRail isOfFleet={onFleet}>{rail}</FoldingRail>
        ) : wide ? (
          <>
            {/* One button for both, so that it keeps the focus. */}
            {isRepeated && <RailToggle isOpen={!folds} onPress={() => dockRail(folds)} />}
            {!folds && rail}
          </>
        ) : (
          isKept && rail
        )}
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
