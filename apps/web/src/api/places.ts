/** Towns by name, and what the server knows of a place. */
import type { LanguageCode } from '@heliograph/domain/languages.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

export type Town = Readonly<{
  id: string
  name: string
  /** The spelling that was typed, where it is another. */
  matched: string | null
  region: string | null
  country: Readonly<{ code: string; name: string }>
  latitude: number
  longitude: number
}>

/** @param country its towns come first */
export const townsQuery = (typed: string, language: LanguageCode, country: string) =>
  queryOptions({
    queryKey: ['towns', typed, language, country],
    queryFn: async ({ signal }): Promise<readonly Town[]> => {
      const query = { keyword: typed, language, ...(country === '' ? {} : { countryCode: country }) }
      return (await call('GET /region-s/area/searchPlace', { query }, { signal })).data
    },
    enabled: typed.length > 1,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  })

/** Each part null where it is unknown; at sea all are. */
export type PlaceDetails = Readonly<{
  country: Readonly<{ code: string; name: string; currency: string | null }> | null
  region: string | null
  town: Readonly<{ name: string; distanceKm: number }> | null
  zone: Readonly<{ key: string; offset: number }> | null
}>

export type Coordinates = Readonly<{ latitude: number; longitude: number }>

export const placeDetailsQuery = ({ latitude, longitude }: Coordinates, lan: LanguageCode) =>
  queryOptions({
    queryKey: ['place', latitude, longitude, lan],
    queryFn: async ({ signal }): Promise<PlaceDetails> => {
      const query = { lat: latitude.toFixed(6), lon: longitude.toFixed(6), lan }
      const wire = await call('GET /region-s/area/searchAreaDetailsByLatlon', { query }, { signal })
      return { country: wire.country, region: wire.region?.name ?? null, town: wire.city, zone: wire.timezone }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
