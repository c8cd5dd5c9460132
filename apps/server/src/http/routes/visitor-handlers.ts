import { findCountryOfAddress } from '../../platform/places/places.ts'
import type { FamilyHandlers } from './handler.ts'

export const visitorHandlers = {
  'GET /user-s/acc/country-info': async ({ context }) => ({
    countryCode: context.country ?? (await findCountryOfAddress(context.client.address)),
  }),
  'GET /user-s/acc/client-ip': async ({ context }) => ({ ip: context.client.address }),
} satisfies Partial<FamilyHandlers<'user-s'>>
