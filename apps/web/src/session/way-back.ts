/** Where a sign-in leads: back to the page that asked for it, never to another site. */
const HOME = '/plant'
const notBack = ['/login', '/setup']

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
