import type { Generated } from 'kysely'
import type { Stamp } from '../../platform/db/tables.ts'

/** A view: people and organizations with access to a plant. Exactly one of the two IDs is set. */
type PlantHoldersView = {
  plant_id: number
  user_id: number | null
  organization_id: number | null
  role: string
  rights: string[]
  expires_at: Stamp | null
  since: Stamp
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    hand_overs: {
      plant_id: number
      user_id: number | null
      organization_id: number | null
      offered_by: number | null
      offered_at: Stamp
      expires_at: Stamp
    }
    plant_organizations: {
      plant_id: number
      organization_id: number
      role: string
      relation: Generated<string>
      rights: string[]
      since: Generated<Stamp>
      expires_at: Stamp | null
      granted_by: number | null
    }
    plant_holders: PlantHoldersView
    /** Those with the right viewPlantInfo. */
    plant_viewers: PlantHoldersView
    binned_plants: {
      plant_id: number
      user_id: number | null
      organization_id: number | null
      binned_by: number | null
      binned_as: number | null
      binned_at: Stamp
      delete_at: Stamp
      members: unknown
      organizations: unknown
      auth_open: boolean
    }
    plant_members: {
      plant_id: number
      user_id: number
      role: string
      rights: string[]
      since: Generated<Stamp>
      expires_at: Stamp | null
      granted_by: number | null
    }
  }
}
