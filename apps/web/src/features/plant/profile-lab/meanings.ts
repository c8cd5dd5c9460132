import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { KnownMap, MapRecipe } from '../../../api/lab.ts'

/** Meanings that a person gives to the items of a map. */
export type Meanings = Readonly<{
  assigned: ReadonlyMap<string, Readonly<{ quantity: QuantityId; isTurned: boolean }>>
  /** The item that holds the serial number. */
  serialItem: string | null
}>
export const noMeanings: Meanings = { assigned: new Map(), serialItem: null }

/** A register that a person gives a meaning without a map. */
export type Added = MapRecipe['added'][number]

export const labTypes = ['INVERTER', 'METER', 'BATTERY', 'WEATHER_STATION'] as const

/** The recipe of a map from what a person said. */
export const toRecipe = (
  map: KnownMap | undefined,
  { assigned, serialItem }: Meanings,
  added: readonly Added[],
  device: Readonly<{ maker: string; model: string; type: (typeof labTypes)[number] }>,
): MapRecipe => ({
  ...device,
  baseId: map?.id ?? null,
  serialItem: map ? serialItem : null,
  assigned: map ? [...assigned].map(([item, meaning]) => ({ item, ...meaning })) : [],
  added: [...added],
})
