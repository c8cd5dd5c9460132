import { callingCodeOf, findCountry, prefixesOf } from '@heliograph/domain/countries.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { LanguageCode } from '@heliograph/domain/languages.ts'
import { dataCenterOf } from '@heliograph/domain/regions.ts'
import {
  describePlace,
  describeZone,
  findCountryOfAddress,
  firstAddress,
  isAddress,
  listAreasBelow,
  listCountryNames,
  openNames,
  searchCities,
} from '../../platform/places/places.ts'
import type { FamilyHandlers } from './handler.ts'

const listed = <Row>(data: Row[]) => ({ total: data.length, data })

/** Every country in the order of its names. */
const listCountries = (language: LanguageCode) =>
  [...listCountryNames(language)].flatMap(([code, name]) => {
    const country = findCountry(code)
    return country ? [{ ...country, name }] : []
  })

const toCountry = (ip: string, countryCode: string | null) => ({
  ip,
  countryCode,
  region: countryCode === null ? null : (findCountry(countryCode)?.region ?? null),
})

export const placeHandlers = {
  'GET /region-s/ip/getCountryCode': async ({ context: { country, client } }) =>
    toCountry(client.address, country ?? (await findCountryOfAddress(client.address))),
  'GET /region-s/ip/searchCountryCode': async ({ query }) => {
    const ip = firstAddress(query.ip)
    if (!isAddress(ip)) throw new Refusal('PARAM_ERROR', { field: 'ip' })
    return toCountry(ip, await findCountryOfAddress(ip))
  },
  'GET /region-s/area/searchAreaCountryList': async ({ query }) => {
    const { currencies } = await openNames()
    return listed(
      listCountries(query.lan).map(({ code, name, region }) => ({
        id: code,
        name,
        region,
        dataCenter: dataCenterOf(code),
        currency: currencies[code] ?? null,
      })),
    )
  },
  'GET /region-s/area/searchAreaListByPid/{pid}': async ({ params: { pid }, query: { lan, page, size } }) => {
    const areas = await listAreasBelow(pid, lan)
    if (areas === undefined) throw new Refusal('PARAM_ERROR', { field: 'pid' })
    const data = areas.slice((page - 1) * size, page * size).map(({ id, name, level, place }) => ({
      id,
      pid,
      name,
      level,
      latitude: place?.latitude ?? null,
      longitude: place?.longitude ?? null,
    }))
    return { total: areas.length, data }
  },
  'GET /region-s/area/searchAreaDetailsByLatlon': async ({ query: { lat, lon, lan }, context }) => {
    const found = await describePlace({ latitude: lat, longitude: lon }, lan)
    if (found === undefined) return { country: null, region: null, city: null, timezone: null }
    const { country, area, city, zone } = found
    const described = zone === null ? null : describeZone(zone, context.nowMs)
    return {
      country,
      region: area,
      city: city && { id: String(city.id), name: city.name, distanceKm: Math.round(city.km * 10) / 10 },
      timezone: described && { key: described.key, offset: described.offset, isDst: described.isDaylightSaving },
    }
  },
  'GET /region-s/area/searchPlace': async ({ query: { keyword, countryCode, language } }) =>
    listed(
      (await searchCities(keyword, language, countryCode)).map(({ city, matched, areaName, countryName }) => ({
        id: String(city.id),
        name: city.name,
        matched,
        region: areaName,
        country: { code: city.country, name: countryName },
        latitude: city.latitudeDeg,
        longitude: city.longitudeDeg,
      })),
    ),
  'GET /region-s/dict/listPhonePrefix': async ({ query }) =>
    listed(
      listCountries(query.lan).map(({ code, name, prefix }) => ({ countryCode: code, name, prefix: `+${prefix}` })),
    ),
  'GET /region-s/dict/listPhonePrefix/v2': async ({ query }) =>
    listed(
      listCountries(query.lan).map((country) => ({
        countryCode: country.code,
        name: country.name,
        callingCode: `+${callingCodeOf(country)}`,
        prefixes: prefixesOf(country).map((prefix) => `+${prefix}`),
        region: country.region,
      })),
    ),
} satisfies Partial<FamilyHandlers<'region-s'>>
