import { CALL_TIMEOUT_MS } from './limits.ts'

/** The public key of a data center, and the offset of its clock from this one, ms. */
export type ServerKey = Readonly<{ publicPem: string; aheadMs: number }>

const known = new Map<string, Promise<ServerKey>>()

async function fetchKey(url: string): Promise<ServerKey> {
  const reply = await fetch(url, { cache: 'no-store', signal: AbortSignal.timeout(CALL_TIMEOUT_MS) })
  if (!reply.ok) throw reply
  const { publicKey, now } = (await reply.json()) as { publicKey: string; now: number }
  return { publicPem: publicKey, aheadMs: now - Date.now() }
}

/** Requested once per address (each data center has its own); a failure is not cached. */
export function getServerKey(url: string): Promise<ServerKey> {
  const asked = known.get(url) ?? fetchKey(url)
  known.set(url, asked)
  asked.catch(() => known.delete(url))
  return asked
}

/** A reinstalled server has a new key: the next call requests it again. */
export const forgetServerKey = (url: string): boolean => known.delete(url)
