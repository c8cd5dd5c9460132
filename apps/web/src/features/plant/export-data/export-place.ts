import { useContext } from 'react'
import { CurrentPlantContext } from '../../../plant/current-plant.ts'
import { useText } from '../../../texts/use-text.tsx'

/** Scope of exports: a plant, or (null) all plants of the person, in the browser's zone. */
export type ExportPlace = Readonly<{
  plantId: number | null
  name: string
  /** The name within a sentence. */
  within: string
  zone: string
}>

export function useExportPlace(): ExportPlace {
  const { text } = useText()
  const current = useContext(CurrentPlantContext)
  if (current) {
    const { name } = current.plant
    return { plantId: current.plantId, name, within: name, zone: current.zone }
  }
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
  return { plantId: null, name: text('exports.allPlants'), within: text('exports.allPlants.within'), zone }
}
