import type { ReactNode } from 'react'
import { useUrlState } from '../address/url-state.ts'
import { useText } from '../texts/use-text.tsx'
import { cx } from '../ui/class-names.ts'
import { useWide } from '../ui/use-wide.ts'
import { PlantFrame } from './plant-frame.tsx'
import styles from './plants-layout.module.css'

/**
 * The list beside the open plant; on a phone the list is the page and a plant opens over it.
 * @param rail the list @param empty shown beside it while no plant is open
 */
export function PlantsLayout({ rail, empty }: Readonly<{ rail: ReactNode; empty: ReactNode }>) {
  const { text } = useText()
  const { plantId } = useUrlState()
  const wide = useWide()
  const isPage = !wide && plantId === undefined
  return (
    <div className={cx(styles.plants, plantId === undefined ? styles.plantsList : styles.plantsOpen)}>
      {/* One element whatever it stands for, so that the list keeps its place when a plant opens over it. */}
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles may be named */}
      <div
        className={styles.plantsRail}
        role={isPage ? 'main' : 'complementary'}
        aria-label={isPage ? undefined : text('shell.menu.myPlant')}
      >
        {isPage && <h1 className="visually-hidden">{text('shell.menu.myPlant')}</h1>}
        {rail}
      </div>
      <div className={styles.plantsMain}>
        {plantId === undefined ? empty : <PlantFrame key={plantId} plantId={plantId} />}
      </div>
    </div>
  )
}
