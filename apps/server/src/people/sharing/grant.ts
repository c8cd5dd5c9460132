import { DAY_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { cutRights, type PlantRight } from '@heliograph/domain/permissions.ts'

/** An owner's grant: the preset of a super administrator or a viewer, with the chosen flags. */
export type Grant = Readonly<{
  role: 'admin' | 'viewer'
  rights: readonly PlantRight[]
  /** The end of the grant, or null. */
  expiresAtS: number | null
}>

const MOST_YEARS_MS = 100 * 366 * DAY_MS

/** Limits the flags to the role's maximum. @throws Refusal PARAM_ERROR for an end that is past or absurd */
export function toGranted({ role, rights, expiresAtS }: Grant, nowMs: number) {
  const endsAtMs = expiresAtS === null ? null : expiresAtS * 1000
  if (endsAtMs !== null && (endsAtMs <= nowMs || endsAtMs > nowMs + MOST_YEARS_MS))
    throw new Refusal('PARAM_ERROR', { field: 'expiresAt' })
  return { role, rights: [...cutRights(role, rights)], endsAtMs, endsAt: endsAtMs === null ? null : new Date(endsAtMs) }
}
