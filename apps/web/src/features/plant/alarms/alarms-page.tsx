import { usePageTitle } from '../../../brand/page-title.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { RefusedPage } from '../../../shell/refused-page.tsx'
import { LaterTexts } from '../../../texts/later-texts.tsx'
import { useText } from '../../../texts/use-text.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { AlarmsView } from './alarms-view.tsx'

const waiting = (
  <div className="page">
    <Skeleton height={26} width="min(520px, 90%)" />
    <Skeleton height={320} />
  </div>
)

/** The alarms of the open plant. */
export function AlarmsPage() {
  const { plantId, can } = useCurrentPlant()
  if (!can('viewPlantAlert')) return <RefusedPage right="viewPlantAlert" isPlants part />
  return (
    <LaterTexts feature="alarm-page" waiting={waiting}>
      <div className="page">
        <AlarmsView plantId={plantId} />
      </div>
    </LaterTexts>
  )
}

/** The alarms of all plants, for who sees several. */
export function FleetAlarmsPage() {
  return (
    <LaterTexts feature="alarm-page" waiting={<main>{waiting}</main>}>
      <main className="page">
        <FleetTitle />
        <AlarmsView plantId={undefined} />
      </main>
    </LaterTexts>
  )
}

/** Its text comes with the page; the frame of a plant names its own tabs. */
function FleetTitle() {
  usePageTitle(useText().text('alarm-page.title.fleet'))
  return null
}
