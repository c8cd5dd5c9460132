import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { plantPath } from '../address/paths.ts'
import { groupNames, groupOf, plantGroups } from '../address/plant-pages.ts'
import { plantQuery } from '../api/queries.ts'
import { usePermission } from '../identity/permitted.tsx'
import { mayOnPlant } from '../plant/current-plant.ts'
import { useLanguage } from '../texts/language-context.ts'
import { useText } from '../texts/use-text.tsx'
import { Icon } from '../ui/icon.tsx'
import { PlaceLinks } from '../ui/tabs.tsx'
import { groupLooks } from './tab-text.ts'

/** The open plant's tabs on a phone; the pages of each stand below the plant's name. */
export function PlantBottomTabs({ plantId }: Readonly<{ plantId: number }>) {
  const { text } = useText()
  const { code } = useLanguage()
  const { pathname } = useLocation()
  const may = usePermission()
  // Asked for by the plant's page. Observers of a query share its function: one without would end its reloads.
  const { data: plant } = useQuery({ ...plantQuery(plantId, code), enabled: false })
  const open = groupOf(pathname)
  const places = groupNames
    .filter((group) => group !== 'alarms' || plant === undefined || mayOnPlant(plant, 'viewPlantAlert', may))
    .map((group) => ({
      key: group,
      to: plantPath(plantGroups[group][0], { id: plantId }),
      current: group === open,
      label: (
        <>
          <Icon name={groupLooks[group].icon} size={22} />
          {text(groupLooks[group].text)}
        </>
      ),
    }))
  return <PlaceLinks places={places} />
}
