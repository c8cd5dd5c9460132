import type { Station } from '@heliograph/contract/maintain-s/station.ts'
import type { PlantRight } from '@heliograph/domain/permissions.ts'
import { createContext, useContext } from 'react'
import type { LiveSystem } from '../api/live.ts'

export type CurrentPlant = Readonly<{
  plantId: number
  station: Station
  live: LiveSystem
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

/**
 * Specification, section 6: rights that are on; the plant's own list if none is given from outside; no codes at all:
 * owner.
 */
export function canOnPlant(station: Pick<Station, 'externalRoleCode' | 'roleCode'>, right: PlantRight): boolean {
  const codes = station.externalRoleCode.length > 0 ? station.externalRoleCode : station.roleCode
  if (codes.length === 0) return true
  return codes.some((one) => one.code === right && one.isOn > 0)
}
