/** Facts that the server knows about the visitor. */
import { call } from './call.ts'

const COUNTRY = 'heliograph.country'

/** Runs before every other call; its result is stored (specification, section 4). */
export async function loadCountry(): Promise<void> {
  const answer = await call('GET /user-s/acc/country-info').catch(() => undefined)
  if (!answer) return
  if (answer.countryCode === null) localStorage.removeItem(COUNTRY)
  else localStorage.setItem(COUNTRY, answer.countryCode)
}

/** As stored: the table of countries is no part of the first load. */
export const readCountry = (): string | undefined => localStorage.getItem(COUNTRY) ?? undefined

/** The visitor's address; proxies may have made a list of it. */
export const fetchOwnAddress = async (signal?: AbortSignal): Promise<string> => {
  const { ip } = await call('GET /user-s/acc/client-ip', undefined, { signal })
  return ip.split(',')[0]?.trim() ?? ''
}
