import type { PlantRight, PlantRole } from './permissions.ts'

/** Access to a plant. */
export type Share = Readonly<{
  role: PlantRole
  rights: readonly PlantRight[]
  sinceMs: number
  expiresAtMs: number | null
  /** An ended grant gives nothing any more; it is listed until it is removed. */
  isExpired: boolean
}>
/** The grant that a plant's owner gives: the preset of a super administrator or a viewer, with the chosen flags. */
export type Grant = Readonly<{
  role: 'admin' | 'viewer'
  rights: readonly PlantRight[]
  /** The end of the grant, or null. */
  expiresAtMs: number | null
}>
export type OrganizationShare = Share & Readonly<{ id: number; name: string; relation: string }>
