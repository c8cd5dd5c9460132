/** Content of a large screen about plants, and the links that open one without a session. */
import { type FleetScreen, fleetScreen } from '@heliograph/contract/codecs/fleet-screen.ts'
import { dayCurve } from '@heliograph/contract/codecs/periods.ts'
import { plantFigures } from '@heliograph/contract/codecs/plant-figures.ts'
import type { ScreenAlarm, ScreenLink, SharedScreen as WireShared } from '@heliograph/contract/maintain-s/screen.ts'
import { HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { LanguageCode } from '@heliograph/domain/languages.ts'
import { queryOptions } from '@tanstack/react-query'
import { searchAlarms } from './alarms.ts'
import { call } from './call.ts'
import { type FleetPlace, fetchPlaces } from './fleet.ts'
import type { DayCurveFigures, PlantFigures } from './plant-figures.ts'
import type { PlantNow } from './plant-now.ts'

export type { FleetScreen } from '@heliograph/contract/codecs/fleet-screen.ts'
export type { ScreenAlarm, ScreenLink }

const EVERY_MS = MINUTE_MS / 4
// No person looks at the window of a wall.
const always = { refetchInterval: EVERY_MS, refetchIntervalInBackground: true, gcTime: HOUR_MS } as const

export const screenQuery = queryOptions({
  queryKey: ['plants', 'screen'],
  queryFn: async ({ signal }): Promise<FleetScreen> =>
    fleetScreen.fromWire(await call('GET /maintain-s/operating/station/screen/search', undefined, { signal })),
  ...always,
})

/** Where the plants stand; the server groups many. */
export type ScreenPlaces = Readonly<{ total: number; places: readonly FleetPlace[] }>
export const screenPlacesQuery = queryOptions({
  queryKey: ['plants', 'places', 'screen'],
  queryFn: ({ signal }): Promise<ScreenPlaces> => fetchPlaces({}, undefined, signal),
  ...always,
  refetchInterval: MINUTE_MS,
})

const MOST_ALARMS = 12
export const screenAlarmsQuery = (language: LanguageCode) =>
  queryOptions({
    queryKey: ['alarms', 'screen', language],
    queryFn: async ({ signal }): Promise<readonly ScreenAlarm[]> =>
      (await searchAlarms({ state: 'open', order: 'worst', page: 1, size: MOST_ALARMS, language }, signal)).alarms,
    ...always,
    refetchInterval: MINUTE_MS / 2,
  })

export type SharedPlant = Readonly<{
  name: string
  capacityWp: number
  zone: string
  now: PlantNow
  figures: PlantFigures
  day: DayCurveFigures
}>
/** Content behind a link: all its plants, or one of them. */
export type SharedScreen = Readonly<{
  title: string
  look: ScreenLink['look']
  /** Plants that the screen goes round. */
  plants: readonly Readonly<{ id: number; name: string }>[]
  alarms: readonly ScreenAlarm[]
  fleet: (ScreenPlaces & Readonly<{ screen: FleetScreen }>) | null
  plant: SharedPlant | null
}>

const toShared = ({ fleet, plant, ...same }: WireShared): SharedScreen => ({
  ...same,
  fleet: fleet && { ...fleet, screen: fleetScreen.fromWire(fleet.screen) },
  plant: plant && {
    name: plant.name,
    zone: plant.zone,
    capacityWp: plant.capacityWp,
    now: plantFigures.fromWire(plant.system).now,
    figures: plantFigures.fromWire(plant.system),
    day: dayCurve.fromWire(plant.record),
  },
})

/** @param plantId one of those that the screen goes round; undefined: all of them, or the one that the link is of */
export const sharedScreenQuery = (token: string, plantId: number | undefined, language: LanguageCode) =>
  queryOptions({
    queryKey: ['screen', 'shared', token, plantId ?? 0, language],
    queryFn: async ({ signal }): Promise<SharedScreen> => {
      const body = plantId === undefined ? { token, language } : { token, language, plantId }
      return toShared(await call('POST /maintain-s/operating/station/screen/shared', { body }, { signal }))
    },
    ...always,
  })

export const screenLinksQuery = queryOptions({
  queryKey: ['screen', 'links'],
  queryFn: async ({ signal }): Promise<readonly ScreenLink[]> =>
    (await call('GET /maintain-s/operating/station/screen/link', undefined, { signal })).data,
})

export type NewScreenLink = Pick<ScreenLink, 'title' | 'tagId' | 'plantId' | 'look'>
/** A new link with its token, which no later answer has. */
export type MadeLink = ScreenLink & Readonly<{ token: string }>
export const addScreenLink = (body: NewScreenLink): Promise<MadeLink> =>
  call('POST /maintain-s/operating/station/screen/link', { body })

export const removeScreenLink = async (linkId: number): Promise<void> => {
  await call('DELETE /maintain-s/operating/station/screen/link/{linkId}', { params: { linkId } })
}

/** The one plant of a link as a picture for electronic paper, in a language; below the server's address. */
export const hallPicturePath = (token: string, language: string): string =>
  `/maintain-s/operating/station/screen/picture/${token}.png?lan=${language}`
