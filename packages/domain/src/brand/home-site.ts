import { environmentOf } from '../environment.ts'
import type { DataCenter } from '../regions.ts'

const hostPattern = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,24}$/

/**
 * A brand's home site, from its official domain: `example.org` in production, `uat.example.org` where the page runs for
 * acceptance, `cn.example.org` for the center CHINA, and `dc-pro.example.org` where the page itself is visited at a host
 * of that name.
 * @param domain a host name, with or without `https://` and `www.` @returns undefined for what is no host name
 */
export function homeSite(
  domain: string,
  visited: Readonly<{ host: string; center?: DataCenter | undefined }>,
): string | undefined {
  const host = domain
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/+$/, '')
  const base = host.replace(/^www\./, '')
  if (!hostPattern.test(base)) return undefined
  const environment = environmentOf(visited.host)
  const parts = [
    environment === 'production' || environment === 'local' ? '' : environment.toLowerCase(),
    /^dc-pro[.-]/i.test(visited.host) ? 'dc-pro' : '',
    visited.center === 'CHINA' ? 'cn' : '',
  ].filter(Boolean)
  return `https://${parts.length === 0 ? host : [...parts, base].join('.')}`
}

/** Where the brand's other data center is visited, or undefined where that is this host or no web address. */
export function otherCenterLink(address: string, host: string): string | undefined {
  const text = address.trim()
  const url = hostPattern.test(text.toLowerCase()) ? `https://${text}` : text
  if (!URL.canParse(url)) return undefined
  const { protocol, host: other, origin } = new URL(url)
  return protocol === 'https:' && other !== host ? `${origin}/login` : undefined
}
