import { CALL_TIMEOUT_MS } from './limits.ts'

/** The public key of a data centre, and how far its clock is ahead of this one, ms. */
export type ServerKey = Readonly<{ publicPem: string; aheadMs: number }>

const known = new Map<string, Promise<ServerKey>>()

async function fetchKey(url: string): Promise<ServerKey> {
  const reply = await fetch(url, { cache: 'no-store', signal: AbortSignal.timeout(CALL_TIMEOUT_MS) })
  if (!reply.ok) throw reply
  const { publicKey, now } = (await reply.json()) as { publicKey: string; now: number }
  return { publicPem: publicKey, aheadMs: now - Date.now() }
}

/** Asked for once per address (each data centre has its own); a failure is not remembered. */
export function getServerKey(url: string): Promise<ServerKey> {
  const asked = known.get(url) ?? fetchKey(url)
  known.set(url, asked)
  asked.catch(() => known.delete(url))
  return asked
}

/** A server that was set up anew has another key: the next call asks again. */
export const forgetServerKey = (url: string): boolean => known.delete(url)
