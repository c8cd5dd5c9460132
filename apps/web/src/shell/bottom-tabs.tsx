import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router'
import { alarmsPath, createPlantPath, explorerPath, fleetPath, plantListPath } from '../address/paths.ts'
import { useUrlState } from '../address/url-state.ts'
import { plantCountsQuery } from '../api/queries.ts'
import { usePermission } from '../identity/permitted.tsx'
import { useText } from '../texts/use-text.tsx'
import { Icon } from '../ui/icon.tsx'
import type { IconName } from '../ui/icons.ts'
import styles from './app-layout.module.css'
import { PlantBottomTabs } from './plant-bottom-tabs.tsx'

/** Navigation on a phone: the list, and the open plant's pages. */
export function BottomTabs() {
  const { text } = useText()
  const { pathname } = useLocation()
  const { plantId } = useUrlState()
  const may = usePermission()
  const { data: counts } = useQuery(plantCountsQuery(''))
  const hasFleet = (counts?.total ?? 0) > 1
  // A device belongs to the plant that its address names beside it.
  const onPlant = (pathname.startsWith('/plant/infos') || pathname === '/device-detail') && plantId !== undefined
  const tab = (to: string, icon: IconName, label: string, current: boolean) => (
    <Link key={to} to={to} aria-current={current ? 'page' : undefined}>
      <Icon name={icon} size={22} />
      {label}
    </Link>
  )
  return (
    <nav className={styles.appBottom} aria-label={text('shell.navigation')}>
      {hasFleet && !onPlant && tab(fleetPath(), 'globe', text('shell.tab.fleet'), pathname === fleetPath())}
      {onPlant ? (
        <PlantBottomTabs plantId={plantId} />
      ) : (
        tab(plantListPath(), 'plants', text('shell.menu.plants'), pathname === '/plant/infos/data')
      )}
      {hasFleet && !onPlant && tab(alarmsPath(), 'alarm', text('shell.tab.alert'), pathname === alarmsPath())}
      {!onPlant && tab(explorerPath(), 'chart', text('explorer.title'), pathname === '/explorer')}
      {!onPlant &&
        may(['plantCreate']) &&
        tab(createPlantPath(), 'add', text('shell.tab.new'), pathname === createPlantPath())}
    </nav>
  )
}
