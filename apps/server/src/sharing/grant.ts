import { Refusal } from '@heliograph/domain/errors.ts'
import { cutRights, type PlantRight } from '@heliograph/domain/permissions.ts'

/** What an owner gives: a super administrator's or a viewer's preset, with the flags as they were ticked. */
export type Grant = Readonly<{
  role: 'admin' | 'viewer'
  rights: readonly PlantRight[]
  /** When it ends by itself, or null. */
  expiresAtS: number | null
}>

const MOST_YEARS_MS = 100 * 366 * 86_400_000

/** Cut to what the role may have at most. @throws Refusal PARAM_ERROR for an end that is past or absurd */
export function toGranted({ role, rights, expiresAtS }: Grant, nowMs: number) {
  const endsAtMs = expiresAtS === null ? null : expiresAtS * 1000
  if (endsAtMs !== null && (endsAtMs <= nowMs || endsAtMs > nowMs + MOST_YEARS_MS))
    throw new Refusal('PARAM_ERROR', { field: 'body.expiresAt' })
  return { role, rights: [...cutRights(role, rights)], endsAtMs, endsAt: endsAtMs === null ? null : new Date(endsAtMs) }
}
