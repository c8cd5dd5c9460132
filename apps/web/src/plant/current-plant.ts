import { functionOfRight, type PlantRight, toPlantCode } from '@heliograph/domain/permissions.ts'
import { createContext, useContext } from 'react'
import { type LivePlant, noValues } from '../api/live.ts'
import type { Plant } from '../api/plants.ts'

export type CurrentPlant = Readonly<{
  plantId: number
  plant: Plant
  /** IANA name of the plant's zone: every time is shown in it. */
  zone: string
  can: (right: PlantRight) => boolean
}>

export const CurrentPlantContext = createContext<CurrentPlant | undefined>(undefined)

/** The open plant; only below PlantFrame (all of /plant/infos/*). */
export function useCurrentPlant(): CurrentPlant {
  const plant = useContext(CurrentPlantContext)
  if (!plant) throw new Error('useCurrentPlant outside PlantFrame')
  return plant
}

/** Apart from the plant: values come all day long, and most of what reads the plant shows none of them. */
export const LiveValuesContext = createContext<LivePlant>(noValues)

export const useLiveValues = (): LivePlant => useContext(LiveValuesContext)

const canOnPlant = ({ codes }: Pick<Plant, 'codes'>, right: PlantRight): boolean =>
  codes === undefined || codes.includes(toPlantCode(right))

/**
 * Some rights on a plant are of use only with a function, which a brand may block.
 * @param may whether the user has a function (usePermission)
 */
export function mayOnPlant(
  plant: Pick<Plant, 'codes'>,
  right: PlantRight,
  may: (any: readonly string[]) => boolean,
): boolean {
  const needed = functionOfRight[right]
  return canOnPlant(plant, right) && (needed === undefined || may([needed]))
}
