import { useCurrentPlant } from '../../plant/current-plant.ts'
import { RefusedPage } from '../../shell/refused-page.tsx'
import { useText } from '../../texts/use-text.tsx'
import { EditForm } from './edit-form.tsx'
import './plant-settings-page.css'

/** What people said about the plant, its devices and loggers, and what its counters left open: all of it can be changed. */
export function PlantSettingsPage() {
  const { text } = useText()
  const { can } = useCurrentPlant()
  if (!can('editPlant')) return <RefusedPage right="editPlant" isPlants part />
  return (
    <div className="page plant-settings">
      <header className="plant-settings-head">
        <h2>{text('plant-settings.title')}</h2>
        <p>{text('plant-settings.lead')}</p>
      </header>
      <EditForm />
    </div>
  )
}
