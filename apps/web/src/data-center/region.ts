import { isRegion } from '@heliograph/domain/regions.ts'

/** The chosen region, an object with a code as the specification stores it (section 3). */
const KEY = 'heliograph.region'

export function readRegion(): string | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    const code = (stored as { code?: unknown } | null)?.code
    return typeof code === 'string' ? code : undefined
  } catch {
    return undefined
  }
}

/** A region of the list or a country code; anything else is ignored. */
export function storeRegion(code: string): void {
  if (!isRegion(code) && !/^[A-Z]{2}$/.test(code)) return
  localStorage.setItem(KEY, JSON.stringify({ code }))
}
