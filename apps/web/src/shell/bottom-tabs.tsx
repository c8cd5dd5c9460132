import { useLocation } from 'react-router'
import { createPlantPath } from '../address/paths.ts'
import { useUrlState } from '../address/url-state.ts'
import { usePermission } from '../identity/permitted.tsx'
import { useText } from '../texts/use-text.tsx'
import { cx } from '../ui/class-names.ts'
import { Icon } from '../ui/icon.tsx'
import { Menu } from '../ui/menu.tsx'
import { PlaceLinks } from '../ui/tabs.tsx'
import styles from './app-layout.module.css'
import { splitPlaces, toMenuEntry, useMainPlaces } from './main-places.ts'
import { PlantBottomTabs } from './plant-bottom-tabs.tsx'

/** Navigation on a phone: the places of the page, or the open plant's pages. */
export function BottomTabs() {
  const { text } = useText()
  const { pathname } = useLocation()
  const { plantId } = useUrlState()
  // A device belongs to the plant that its address names beside it.
  const onPlant = (pathname.startsWith('/plant/infos') || pathname === '/device-detail') && plantId !== undefined
  return (
    <nav className={styles.appBottom} aria-label={text('shell.navigation')}>
      {onPlant ? <PlantBottomTabs plantId={plantId} /> : <PlaceTabs />}
    </nav>
  )
}

function PlaceTabs() {
  const { text } = useText()
  const may = usePermission()
  const [front, rest] = splitPlaces(useMainPlaces())
  const label = text('shell.tab.more')
  return (
    <>
      <PlaceLinks
        places={front.map(({ icon, to, label: name, isOpen }) => ({
          key: icon,
          to,
          current: isOpen,
          label: (
            <>
              <Icon name={icon} size={22} />
              {name}
            </>
          ),
        }))}
      />
      <Menu
        label={label}
        button={
          <>
            <Icon name="more" size={22} />
            {label}
          </>
        }
        buttonClass={cx(styles.appMore, rest.some(({ isOpen }) => isOpen) && styles.appMoreOpen)}
        groups={[
          rest.map(toMenuEntry),
          [
            may(['plantCreate']) && {
              id: 'create',
              content: text('shell.menu.newPlant'),
              icon: 'add',
              to: createPlantPath(),
            },
          ],
        ]}
      />
    </>
  )
}
