/** Plants, and the calls about one. */
import { plant as codec, type SeenPlant } from '@heliograph/contract/codecs/plant.ts'
import { plantRecord, toPlantFields } from '@heliograph/contract/codecs/plant-record.ts'
import type { PlantCounts } from '@heliograph/contract/maintain-s/station.ts'
import type { LanguageCode } from '@heliograph/domain/languages.ts'
import { toPlantCode } from '@heliograph/domain/permissions.ts'
import type { PlantRecord } from '@heliograph/domain/plant-record.ts'
import type { Proof } from './account-types.ts'
import { call } from './call.ts'
import { type PlantSearch, toPlantSearch } from './first-requests.ts'

export type { PlantCounts }

/** A plant, and what the session may do with it. */
export type Plant = SeenPlant &
  Readonly<{
    /** Marked role codes (domain/permissions.ts, toPlantCode); undefined: none are needed, the session owns it. */
    codes: readonly string[] | undefined
  }>

const toCodes = (rights: readonly string[] | null): Plant['codes'] => rights?.map(toPlantCode)

export async function fetchPlant(id: number, language: LanguageCode, signal?: AbortSignal): Promise<Plant> {
  const given = { params: { id }, query: { language } }
  const plant = codec.fromWire(await call('GET /maintain-s/station/{id}/detail', given, { signal }))
  return { ...plant, codes: toCodes(plant.granted) }
}

/** Whether the session may see it; a failure of the network counts as no. */
export const canSeePlant = (id: number): Promise<boolean> =>
  call('GET /maintain-s/station/{id}', { params: { id } }).then(
    () => true,
    () => false,
  )

export const createPlant = async (record: PlantRecord): Promise<number> =>
  (await call('POST /maintain-s/station', { body: plantRecord.toWire(record) })).id

/** Changes the given fields. @param capacityFrom from which day a changed capacity counts; null: always @returns whether the history is recounted because of it */
export async function editPlant(
  id: number,
  record: PlantRecord,
  parts: readonly (keyof PlantRecord)[],
  capacityFrom?: string | null,
): Promise<boolean> {
  const body = toPlantFields(record, parts)
  const dated = capacityFrom === undefined ? body : { ...body, installedCapacityFrom: capacityFrom }
  return (await call('POST /maintain-s/station/{id}', { params: { id }, body: dated })).recount
}

/** @param name as typed; it must match the plant's name */
export const deletePlant = (id: number, name: string, proof: Proof) =>
  call('DELETE /maintain-s/station', { body: { id, name, proof } })

export const leavePlant = (id: number) => call('POST /maintain-s/station/{id}/leave', { params: { id } })

export type PlantPage = Readonly<{ total: number; rows: readonly Plant[] }>

/**
 * The plants that the session may see, a page of them. Each stands in for its details while they are missing, with the
 * session's own codes.
 */
export async function searchPlants(asked: PlantSearch, signal?: AbortSignal): Promise<PlantPage> {
  const { total, data } = await call('POST /maintain-s/operating/station/search', toPlantSearch(asked), { signal })
  const rows = data.map(codec.fromWire)
  return { total, rows: rows.map((plant) => ({ ...plant, codes: toCodes(plant.rights) })) }
}

/** How many plants have which status, and what all of them make now. */
export function countPlants(
  keyword: string,
  signal?: AbortSignal,
  tagIds: readonly number[] = [],
): Promise<PlantCounts> {
  const body = { ...(keyword === '' ? {} : { keyword }), ...(tagIds.length === 0 ? {} : { tagIds }) }
  return call('POST /maintain-s/operating/station/counts', { body }, { signal })
}
