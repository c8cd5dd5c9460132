import { type Brand, defaultBrand, toBrand } from './brand.ts'
import { call } from './call.ts'
import { toBrandRequest } from './first-requests.ts'

/** The longest wait for a logo: the product's own look works as well. */
const PATIENCE_MS = 8_000

/** The brand of the visited host; the product's own if it cannot be loaded. */
export async function loadBrand(clientStyle: string | undefined): Promise<Brand> {
  try {
    const asked = toBrandRequest(clientStyle, window.location.hostname)
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const branding = await call('POST /backyard-api-s/oem/project/basic-info', asked, { signal })
    return toBrand(branding)
  } catch {
    return defaultBrand
  }
}
