/** Devices and loggers that go from one plant to another. */
import type { PlantRight } from '@heliograph/domain/permissions.ts'
import { call } from './call.ts'
import { searchPlants } from './plants.ts'

/** A plant to which something may be moved. */
export type MoveTarget = Readonly<{ plantId: number; name: string; address: string }>

const SHOWN = 8
/** Plants without the right are left out, so more are asked for than shown. */
const ASKED = 50
const NEEDED: PlantRight = 'addPlantDevice'

/** The other plants to which the session may add devices, by name; the first few that fit. */
export async function findTargets(
  fromPlantId: number,
  keyword: string,
  signal?: AbortSignal,
): Promise<readonly MoveTarget[]> {
  const sort = { by: 'name', isReversed: false } as const
  const { rows } = await searchPlants({ keyword, sort, page: 1, size: ASKED }, signal)
  return rows
    .filter(({ id, rights }) => id !== fromPlantId && rights.includes(NEEDED))
    .slice(0, SHOWN)
    .map(({ id, name, address }) => ({ plantId: id, name, address }))
}

/** Moves a logger with all its devices. */
export const moveLogger = (plantId: number, loggerId: number, toPlantId: number) =>
  call('POST /maintain-s/power/system/{id}/gateway/{gid}/move', {
    params: { id: plantId, gid: loggerId },
    body: { toSystemId: toPlantId },
  })

/** Moves one device to a logger of another plant. */
export const moveDevice = (plantId: number, deviceId: number, to: Readonly<{ plantId: number; loggerId: number }>) =>
  call('POST /maintain-s/power/system/{id}/device/{did}/move', {
    params: { id: plantId, did: deviceId },
    body: { toSystemId: to.plantId, loggerId: to.loggerId },
  })
