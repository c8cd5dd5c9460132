/** The profile lab: registers, maps, and the calls that keep and use them. */
import type { CallReply } from '@heliograph/contract/calls.ts'
import type { MapRecipeBody } from '@heliograph/contract/maintain-s/lab.ts'
import { call } from './call.ts'
import { CallFailure } from './failure.ts'
import { plantKey } from './queries.ts'

export type LabMaps = CallReply<'GET /maintain-s/station/{id}/lab/maps'>
export type KnownMap = LabMaps['known'][number]
export type OwnMap = LabMaps['own'][number]
export type LabReading = CallReply<'POST /maintain-s/station/{id}/lab/dump'>
export type LabItem = LabReading['items'][number]
export type MapRecipe = MapRecipeBody

export const labMapsQuery = (plantId: number) => ({
  queryKey: [...plantKey(plantId), 'lab-maps'],
  queryFn: ({ signal }: Readonly<{ signal: AbortSignal }>): Promise<LabMaps> =>
    call('GET /maintain-s/station/{id}/lab/maps', { params: { id: plantId } }, { signal }),
})

export const readDump = (
  plantId: number,
  body: Readonly<{ text: string; function: 3 | 4; base: 10 | 16; mapId: string | null }>,
): Promise<LabReading> => call('POST /maintain-s/station/{id}/lab/dump', { params: { id: plantId }, body })

export type LabPlace = Readonly<{ host: string; port: number; framing: 'tcp' | 'rtu'; unit: number }>
export const readRegisters = (
  plantId: number,
  body: LabPlace &
    Readonly<{ mapId: string | null; span: Readonly<{ function: 3 | 4; address: number; count: number }> | null }>,
): Promise<LabReading> => call('POST /maintain-s/station/{id}/lab/read', { params: { id: plantId }, body })

/** The line of a dump that could not be read. */
export function faultyLineOf(failure: unknown): string | undefined {
  const reason = failure instanceof CallFailure ? failure.body.detail?.reason : undefined
  return /^line (\d+)$/.exec(String(reason))?.[1]
}

export const keepMap = async (plantId: number, name: string, recipe: MapRecipe): Promise<number> =>
  (await call('POST /maintain-s/station/{id}/lab/maps', { params: { id: plantId }, body: { name, recipe } })).id

export const removeMap = (plantId: number, mapId: number) =>
  call('DELETE /maintain-s/station/{id}/lab/maps/{mapId}', { params: { id: plantId, mapId } })

export const fetchMapFile = (plantId: number, mapId: number) =>
  call('GET /maintain-s/station/{id}/lab/maps/{mapId}/file', { params: { id: plantId, mapId } })

/** @returns the id of the connection */
export const readByMap = async (plantId: number, mapId: number, place: LabPlace): Promise<number> =>
  (await call('POST /maintain-s/station/{id}/lab/maps/{mapId}/use', { params: { id: plantId, mapId }, body: place })).id
