import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router'
import { alarmsPath, createPlantPath, explorerPath, fleetPath, plantListPath, plantPath } from '../address/paths.ts'
import { useUrlState } from '../address/url-state.ts'
import type { PlantNow } from '../api/plant-now.ts'
import { plantCountsQuery, plantNowKey } from '../api/queries.ts'
import { usePermission } from '../identity/permitted.tsx'
import { useText } from '../texts/use-text.tsx'
import { Icon } from '../ui/icon.tsx'
import type { IconName } from '../ui/icons.ts'
import styles from './app-layout.module.css'

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
  // As the open plant's live values say; asked for by its page.
  const { data: now } = useQuery<PlantNow>({ queryKey: plantNowKey(plantId ?? 0), enabled: false })
  const hasBattery = now?.nodes.some(({ role }) => role === 'battery') || pathname === '/plant/infos/battery'
  const tab = (to: string, icon: IconName, label: string, current: boolean) => (
    <Link key={to} to={to} aria-current={current ? 'page' : undefined}>
      <Icon name={icon} size={22} />
      {label}
    </Link>
  )
  return (
    <nav className={styles.appBottom} aria-label={text('shell.navigation')}>
      {hasFleet && !onPlant && tab(fleetPath(), 'globe', text('fleet.title'), pathname === fleetPath())}
      {tab(plantListPath(), 'plants', text('shell.menu.plants'), pathname === '/plant/infos/data' && !onPlant)}
      {hasFleet && !onPlant && tab(alarmsPath(), 'alarm', text('shell.tab.alert'), pathname === alarmsPath())}
      {onPlant &&
        tab(plantPath('alert', { id: plantId }), 'alarm', text('shell.tab.alert'), pathname.endsWith('/alert'))}
      {onPlant && tab(plantPath('data', { id: plantId }), 'chart', text('shell.tab.data'), pathname.endsWith('/data'))}
      {onPlant &&
        tab(plantPath('device', { id: plantId }), 'device', text('shell.tab.device'), pathname.includes('/device'))}
      {onPlant &&
        hasBattery &&
        tab(plantPath('battery', { id: plantId }), 'battery', text('shell.tab.battery'), pathname.endsWith('/battery'))}
      {onPlant &&
        tab(plantPath('relate', { id: plantId }), 'user', text('shell.tab.relate'), pathname.endsWith('/relate'))}
      {!onPlant && tab(explorerPath(), 'chart', text('explorer.title'), pathname === '/explorer')}
      {!onPlant &&
        may(['plantCreate']) &&
        tab(createPlantPath(), 'add', text('shell.menu.newPlant'), pathname === createPlantPath())}
    </nav>
  )
}
