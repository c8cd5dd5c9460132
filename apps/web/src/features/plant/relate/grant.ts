/** A share with a member or an organization, as the form holds it. */
import { cutRights, type PlantRight, plantRights, rightsOfRole } from '@heliograph/domain/permissions.ts'

export type Grant = Readonly<{
  role: 'admin' | 'viewer'
  rights: readonly PlantRight[]
  /** YYYY-MM-DD, the last day in the plant's zone, or '' for no end. */
  until: string
}>

/** Flags that may be shared; only the owner deletes the plant. */
export const sharedFlags = cutRights('admin', plantRights)

export const emptyGrant: Grant = { role: 'viewer', rights: rightsOfRole.viewer, until: '' }

/** A preset sets the flags; they can be changed one by one afterwards. */
export const withRole = (grant: Grant, role: Grant['role']): Grant => ({ ...grant, role, rights: rightsOfRole[role] })

/** Viewing is the basis of all flags: a user who may change something may see the plant. */
export function withRight(grant: Grant, right: PlantRight, on: boolean): Grant {
  const kept = grant.rights.filter((item) => item !== right)
  const wanted = on ? [...kept, right] : kept
  const needsSight = on && !right.startsWith('view')
  return { ...grant, rights: cutRights(grant.role, needsSight ? [...wanted, 'viewPlantInfo'] : wanted) }
}
