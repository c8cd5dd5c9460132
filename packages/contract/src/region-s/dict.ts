import { z } from 'zod'
import { anyone, endpoint, signedIn } from '../endpoint.ts'
import { lanQuery } from '../language.ts'
import { list } from '../page.ts'

const zoneRow = {
  key: z.string(),
  /** Minutes east of UTC, now. */
  offset: z.number().int(),
  isDst: z.boolean(),
}

export const dictCalls = {
  'GET /region-s/dict/listTimezone/all': endpoint({
    summary: 'Every time zone that a plant may have, with its offset of now in minutes east of UTC',
    right: signedIn,
    reply: list(z.object(zoneRow)),
  }),
  'GET /region-s/dict/listTimezone': endpoint({
    summary: 'The same, with the city and the name of each zone in a language',
    right: signedIn,
    query: lanQuery,
    reply: list(z.object({ ...zoneRow, city: z.string(), name: z.string() })),
  }),
  'GET /region-s/dict/listCurrency': endpoint({
    summary: 'The currencies in use, with name and symbol in a language and their decimal places',
    right: signedIn,
    query: lanQuery,
    reply: list(z.object({ code: z.string(), name: z.string(), symbol: z.string(), digits: z.number().int() })),
  }),
  'GET /region-s/dict/listPhonePrefix': endpoint({
    summary: 'Every country with its phone prefix, named and ordered in a language',
    right: anyone,
    query: lanQuery,
    reply: list(z.object({ countryCode: z.string(), name: z.string(), prefix: z.string() })),
  }),
  'GET /region-s/dict/listPhonePrefix/v2': endpoint({
    summary: 'The same, with the country calling code, every prefix of the country within it, and its region',
    right: anyone,
    query: lanQuery,
    reply: list(
      z.object({
        countryCode: z.string(),
        name: z.string(),
        /** Shared by several countries: +1, +7, +44. */
        callingCode: z.string(),
        prefixes: z.array(z.string()),
        region: z.string(),
      }),
    ),
  }),
} as const
