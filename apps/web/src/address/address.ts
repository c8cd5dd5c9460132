import { ownPath } from '../api/base-path.ts'

/** Reads the URL when the page opens: token and region are taken out of it, a branding project stays. */
export type Handover = Readonly<{
  /** `clear` ends the stored session, any other token starts one. */
  token: string | undefined
  region: string | undefined
  clientStyle: string | undefined
  /** Path, query and hash without what was consumed. */
  rest: string
}>

/** Links of a set-up and an invitation carry another kind of token, which their page reads itself. */
const keepsToken = (url: URL): boolean => ['/setup', '/invitation'].includes(ownPath(url.pathname))

export function readAddress(href: string): Handover {
  const url = new URL(href)
  const take = (name: string): string | undefined => {
    const value = url.searchParams.get(name) || undefined
    if (url.searchParams.has(name)) url.searchParams.delete(name)
    return value
  }
  const token = keepsToken(url) ? undefined : take('token')
  const region = take('region')
  const clientStyle = url.searchParams.get('clientStyle') || undefined
  return { token, region, clientStyle, rest: `${url.pathname}${url.search}${url.hash}` }
}

/** A search string that names the branding project again. */
export function withClientStyle(search: string, clientStyle: string | undefined): string {
  const params = new URLSearchParams(search)
  if (!clientStyle || params.get('clientStyle') === clientStyle) return search
  params.set('clientStyle', clientStyle)
  return `?${params}`
}
