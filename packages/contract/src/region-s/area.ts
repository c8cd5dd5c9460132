import { z } from 'zod'
import { anyone, endpoint, signedIn } from '../endpoint.ts'
import { lan, lanQuery } from '../language.ts'
import { list } from '../page.ts'

/** Decimal degrees: nothing is no place in the Gulf of Guinea. */
const degrees = (most: number) =>
  z
    .string()
    .regex(/^[+-]?\d{1,3}(\.\d{1,20})?$/)
    .transform(Number)
    .pipe(z.number().min(-most).max(most))
const [latitude, longitude] = [degrees(90), degrees(180)]
const country = z.object({ code: z.string(), name: z.string(), currency: z.string().nullable() })

export const areaCalls = {
  'GET /region-s/area/searchAreaCountryList': endpoint({
    summary: 'Every country with its region, data center and currency, named and ordered in a language',
    right: anyone,
    query: lanQuery,
    reply: list(
      z.object({
        /** ISO 3166-1 alpha-2; the parent of the country's areas. */
        id: z.string(),
        name: z.string(),
        region: z.string(),
        dataCenter: z.enum(['CHINA', 'FOREIGN_1']),
        currency: z.string().nullable(),
      }),
    ),
  }),
  'GET /region-s/area/searchAreaListByPid/{pid}': endpoint({
    summary: 'The regions of a country, or the cities of a region, the largest first',
    right: signedIn,
    params: z.object({ pid: z.string().regex(/^[A-Z]{2}(\.[A-Z0-9]{1,8})?$/) }),
    query: z.object({
      lan,
      page: z.coerce.number().int().min(1).max(1000).default(1),
      size: z.coerce.number().int().min(1).max(500).default(500),
    }),
    reply: list(
      z.object({
        id: z.string(),
        pid: z.string(),
        name: z.string(),
        level: z.enum(['region', 'city']),
        latitude: z.number().nullable(),
        longitude: z.number().nullable(),
      }),
    ),
  }),
  'GET /region-s/area/searchAreaDetailsByLatlon': endpoint({
    summary: 'Country, region, nearest city, time zone and currency of a place; null at sea',
    right: signedIn,
    query: z.object({ lat: latitude, lon: longitude, lan }),
    reply: z.object({
      country: country.nullable(),
      region: z.object({ id: z.string(), name: z.string() }).nullable(),
      city: z.object({ id: z.string(), name: z.string(), distanceKm: z.number() }).nullable(),
      /** Of the nearest city of the country. */
      timezone: z.object({ key: z.string(), offset: z.number().int(), isDst: z.boolean() }).nullable(),
    }),
  }),
  'GET /region-s/area/searchPlace': endpoint({
    summary: 'Cities by name in any spelling, also within a postal address; the likeliest first, at most ten',
    right: signedIn,
    query: z.object({
      keyword: z.string().trim().min(2).max(200),
      /** Its cities come before larger ones elsewhere. */
      countryCode: z
        .string()
        .regex(/^[A-Z]{2}$/)
        .optional(),
      language: lan,
    }),
    reply: list(
      z.object({
        id: z.string(),
        name: z.string(),
        /** The spelling that fits the keyword, where that is not its name. */
        matched: z.string().nullable(),
        region: z.string().nullable(),
        country: z.object({ code: z.string(), name: z.string() }),
        latitude: z.number(),
        longitude: z.number(),
      }),
    ),
  }),
} as const
