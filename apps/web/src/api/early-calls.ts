/**
 * Calls that the document made while the page's scripts were loading (early-start.ts): the first caller of each gets
 * its reply.
 */
declare global {
  interface Window {
    /** By what makes up a call. */
    earlyCalls?: Map<string, Promise<Response>>
  }
}

export const toCallKey = (method: string, address: string, body: BodyInit | undefined): string =>
  `${method} ${address} ${typeof body === 'string' ? body : ''}`

/** Options that all calls share. */
export const callOptions = { credentials: 'same-origin', cache: 'no-store', redirect: 'manual' } as const
export const jsonHeaders = { 'content-type': 'application/json; charset=utf-8' } as const

/** @returns undefined for a call that was not made, or whose reply is taken */
export function takeEarlyCall(key: string): Promise<Response> | undefined {
  const reply = window.earlyCalls?.get(key)
  window.earlyCalls?.delete(key)
  return reply
}

/** From the first screen on the answers are too old. */
export function forgetEarlyCalls(): void {
  for (const reply of window.earlyCalls?.values() ?? []) dropReply(reply)
  window.earlyCalls?.clear()
}

/** An unread reply would hold its connection open. */
export function dropReply(reply: Promise<Response>): void {
  reply.then(({ body }) => body?.cancel()).catch(() => undefined)
}
