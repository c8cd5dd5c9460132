import { skipToken, useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router'
import {
  alarmsPath,
  createPlantPath,
  explorerPath,
  fleetPath,
  type PlantTab,
  plantListPath,
  plantPath,
} from '../address/paths.ts'
import { useUrlState } from '../address/url-state.ts'
import type { PlantNow } from '../api/plant-now.ts'
import { plantCountsQuery, plantNowKey } from '../api/queries.ts'
import { usePermission } from '../identity/permitted.tsx'
import { useText } from '../texts/use-text.tsx'
import { cx } from '../ui/class-names.ts'
import { Icon } from '../ui/icon.tsx'
import type { IconName } from '../ui/icons.ts'
import { Menu } from '../ui/menu.tsx'
import styles from './app-layout.module.css'
import { tabText } from './tab-text.ts'

/** Pages of a plant that have no tab of their own on a phone. */
const furtherTabs: Partial<Record<PlantTab, IconName>> = {
  battery: 'battery',
  performance: 'sun',
  quality: 'table',
  relate: 'user',
  exportdata: 'download',
  'component-layout': 'grid',
}

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
  const { data: now } = useQuery<PlantNow>({ queryKey: plantNowKey(plantId ?? 0), queryFn: skipToken, enabled: false })
  const hasBattery = now?.nodes.some(({ role }) => role === 'battery') || pathname === '/plant/infos/battery'
  const isOpen = (item: PlantTab): boolean => pathname === `/plant/infos/${item}`
  const further = (Object.keys(furtherTabs) as PlantTab[]).filter(
    (item) =>
      (item !== 'battery' || hasBattery) &&
      (item !== 'exportdata' || may(['dataExport'])) &&
      (item !== 'component-layout' || may(['deviceLayout'])),
  )
  const tab = (to: string, icon: IconName, label: string, current: boolean) => (
    <Link key={to} to={to} aria-current={current ? 'page' : undefined}>
      <Icon name={icon} size={22} />
      {label}
    </Link>
  )
  return (
    <nav className={styles.appBottom} aria-label={text('shell.navigation')}>
      {hasFleet && !onPlant && tab(fleetPath(), 'globe', text('shell.tab.fleet'), pathname === fleetPath())}
      {tab(plantListPath(), 'plants', text('shell.menu.plants'), pathname === '/plant/infos/data' && !onPlant)}
      {hasFleet && !onPlant && tab(alarmsPath(), 'alarm', text('shell.tab.alert'), pathname === alarmsPath())}
      {onPlant &&
        tab(plantPath('alert', { id: plantId }), 'alarm', text('shell.tab.alert'), pathname.endsWith('/alert'))}
      {onPlant && tab(plantPath('data', { id: plantId }), 'chart', text('shell.tab.data'), pathname.endsWith('/data'))}
      {onPlant &&
        tab(plantPath('device', { id: plantId }), 'device', text('shell.tab.device'), pathname.includes('/device'))}
      {onPlant && (
        <Menu
          label={text('shell.tab.more')}
          button={
            <>
              <Icon name="more" size={22} />
              {text('shell.tab.more')}
            </>
          }
          buttonClass={cx(styles.appMore, further.some(isOpen) && styles.appMoreOpen)}
          groups={[
            further.map((item) => ({
              id: item,
              content: text(tabText(item)),
              icon: furtherTabs[item] ?? 'chart',
              to: plantPath(item, { id: plantId }),
            })),
          ]}
        />
      )}
      {!onPlant && tab(explorerPath(), 'chart', text('explorer.title'), pathname === '/explorer')}
      {!onPlant &&
        may(['plantCreate']) &&
        tab(createPlantPath(), 'add', text('shell.tab.new'), pathname === createPlantPath())}
    </nav>
  )
}
