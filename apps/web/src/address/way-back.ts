/** Where a sign-in leads: back to the page that asked for it, never to another site. */
const HOME = '/plant'
/** Pages before the sign-in: nobody was on their way to one of them. */
const notBack = ['/login', '/setup', '/register', '/forgetPassword', '/tencentLogin']

export function safeBack(text: string | null, origin: string): string {
  if (!text?.startsWith('/')) return HOME
  // The URL parser decides what the browser would do with `//host`, `/\host` or a tab in between.
  const url = URL.canParse(text, origin) ? new URL(text, origin) : undefined
  if (!url || url.origin !== origin || notBack.includes(url.pathname)) return HOME
  return `${url.pathname}${url.search}${url.hash}`
}

export function loginPath(from: string): string {
  return from === '/' || from === HOME ? '/login' : `/login?back=${encodeURIComponent(from)}`
}

/** The page of a code that was lost, a new account ... with the way back that the sign-in was asked for. */
export const besideLogin = (path: '/login' | '/register' | '/forgetPassword', back: string | null): string =>
  back === null ? path : `${path}?back=${encodeURIComponent(back)}`

/** What the page before left for the sign-in, in the history and not in the address. */
export type Arrival = Readonly<{ notice?: 'passwordReset'; account?: string }>

export function readArrival(state: unknown): Arrival {
  const { notice, account } = (typeof state === 'object' && state !== null ? state : {}) as Record<string, unknown>
  return {
    ...(notice === 'passwordReset' ? { notice } : {}),
    ...(typeof account === 'string' ? { account } : {}),
  }
}
