import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { alarmsPath, applicationPath, explorerPath, fleetPath, fleetReportsPath } from '../address/paths.ts'
import { groupOf } from '../address/plant-pages.ts'
import { useUrlState } from '../address/url-state.ts'
import { plantCountsQuery } from '../api/queries.ts'
import { usePermission } from '../identity/permitted.tsx'
import { useText } from '../texts/use-text.tsx'
import { useDrawn } from '../ui/extra-part.tsx'
import type { IconName } from '../ui/icons.ts'

export type MainPlace = Readonly<{ to: string; icon: IconName; label: string; isOpen: boolean }>

/** How many of them stand in a narrow header and on a phone; the others are in a menu behind them. */
const FRONT = 3

/** The places that the page is navigated by, the most used first. */
export function useMainPlaces(): readonly MainPlace[] {
  const { text } = useText()
  const { pathname } = useLocation()
  const { plantId } = useUrlState()
  const may = usePermission()
  // Where nothing else asks for them, they can wait.
  const { data: counts } = useQuery({ ...plantCountsQuery(''), enabled: useDrawn() })
  const isIn = (...roots: readonly string[]): boolean => roots.some((root) => pathname.startsWith(root))
  const all: readonly (MainPlace | false)[] = [
    {
      to: (counts?.total ?? 0) > 1 ? fleetPath() : '/plant',
      icon: 'plants',
      label: text('shell.menu.plants'),
      isOpen: isIn('/plant', '/device-detail'),
    },
    { to: alarmsPath(), icon: 'alarm', label: text('shell.tab.alert'), isOpen: isIn('/alarms') },
    {
      // From a plant it begins with that plant's production.
      to: explorerPath(groupOf(pathname) && plantId !== undefined ? [`p${plantId}:pvPowerW`] : []),
      icon: 'chart',
      label: text('explorer.title'),
      isOpen: isIn('/explorer'),
    },
    may(['dataExport']) && {
      to: fleetReportsPath(),
      icon: 'document',
      label: text('shell.menu.reports'),
      isOpen: isIn('/reports'),
    },
    may(['largeScreen']) && {
      to: applicationPath('largeScreen'),
      icon: 'monitor',
      label: text('shell.menu.screens'),
      isOpen: isIn(applicationPath('largeScreen')),
    },
  ]
  return all.filter((place) => place !== false)
}

/** The places, those of a narrow page first. */
export const splitPlaces = (places: readonly MainPlace[]): readonly [MainPlace[], MainPlace[]] => [
  places.slice(0, FRONT),
  places.slice(FRONT),
]

export const toMenuEntry = ({ to, icon, label }: MainPlace) => ({ id: to, to, icon, content: label })
