import { DAY_S } from '@heliograph/domain/duration.ts'

/** The chosen language outlives the visit in its own cookie; a branded page keeps its choice separate. */
const YEAR_S = 365 * DAY_S

export const languageCookieName = (brandSystem: string | undefined): string =>
  brandSystem ? `lan_${brandSystem.replace(/[^\w-]/g, '_')}` : 'lan'

export function readCookie(cookies: string, name: string): string | undefined {
  for (const part of cookies.split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
  return undefined
}

export const toCookie = (name: string, value: string): string =>
  `${name}=${value}; path=/; max-age=${YEAR_S}; samesite=lax`
