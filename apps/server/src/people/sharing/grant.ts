import { DAY_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { cutRights } from '@heliograph/domain/permissions.ts'
import type { Grant } from '@heliograph/domain/share.ts'

const MOST_YEARS_MS = 100 * 366 * DAY_MS

/** Limits the flags to the role's maximum. @param field the end in the request @throws Refusal PARAM_ERROR for an end that is past or absurd */
export function toGranted(
  { role, rights, expiresAtMs: endsAtMs }: Grant,
  nowMs: number,
  field: 'expiresAtMs' | 'expiresAt' = 'expiresAtMs',
) {
  if (endsAtMs !== null && (endsAtMs <= nowMs || endsAtMs > nowMs + MOST_YEARS_MS))
    throw new Refusal('PARAM_ERROR', { field })
  return { role, rights: [...cutRights(role, rights)], endsAtMs, endsAt: endsAtMs === null ? null : new Date(endsAtMs) }
}
