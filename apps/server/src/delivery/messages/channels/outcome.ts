import type { TryReason } from '@heliograph/domain/messages/try-reasons.ts'

/**
 * Result of one try. later: tried again. refused: this message never arrives. gone: nothing arrives at this address any
 * more.
 */
export type Outcome = Readonly<{
  outcome: 'sent' | 'later' | 'refused' | 'gone'
  /** Why, where this server knows it. */
  reason?: TryReason
  /** Answer of the other side, for the owner of the address; no secrets. */
  detail: string
  retryAfterMs?: number | undefined
  /** The address moved there. */
  movedTo?: string
}>

/** The other side asks for patience: seconds, or a date. undefined: it does not, or not readably. */
export function readRetryAfter(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000
  const atMs = Date.parse(header)
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs)
}

type Reply = Readonly<{ status: number; headers: Readonly<Record<string, string | undefined>> }>

/** Meaning of a status where a service gives it none of its own. Redirects are refused. */
export function judgeStatus({ status, headers }: Reply, nowMs: number): Outcome {
  const detail = `HTTP ${status}`
  if (status >= 200 && status < 300) return { outcome: 'sent', detail }
  if (status === 410) return { outcome: 'gone', reason: 'gone', detail }
  if (status === 408 || status === 425 || status === 429 || status >= 500)
    return {
      outcome: 'later',
      detail,
      retryAfterMs: readRetryAfter(headers['retry-after'], nowMs),
      ...(status === 429 ? { reason: 'busy' } : {}),
    }
  return { outcome: 'refused', detail }
}
