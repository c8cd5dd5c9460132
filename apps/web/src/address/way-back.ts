/** The target of a sign-in: the page that required it, never another site. */
const HOME = '/plant'
/** Pages before the sign-in, which are never a target. */
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

/** The path of a related page (new password, registration) that keeps the target of the sign-in. */
export const besideLogin = (path: '/login' | '/register' | '/forgetPassword', back: string | null): string =>
  back === null ? path : `${path}?back=${encodeURIComponent(back)}`

/** Facts that the previous page passes to the sign-in, in the history and not in the URL. */
export type Arrival = Readonly<{ notice?: 'passwordReset'; account?: string }>

export function readArrival(state: unknown): Arrival {
  const { notice, account } = (typeof state === 'object' && state !== null ? state : {}) as Record<string, unknown>
  return {
    ...(notice === 'passwordReset' ? { notice } : {}),
    ...(typeof account === 'string' ? { account } : {}),
  }
}
