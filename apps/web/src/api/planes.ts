/** The calls that change the planes of a plant's modules, and their capacity over time. */
import type { ModulePlane } from '@heliograph/domain/module-plane.ts'
import { call } from './call.ts'

/** @param from from which day a changed capacity counts; null: always @returns whether the history is recounted because of it */
export async function editPlanes(
  plantId: number,
  planes: readonly ModulePlane[],
  from?: string | null,
): Promise<boolean> {
  const body = { planes, ...(from === undefined ? {} : { capacityFrom: from }) }
  return (await call('POST /maintain-s/station/{id}/planes', { params: { id: plantId }, body })).recount
}

/** The capacity before that of the day counts on. */
export const removeCapacity = (plantId: number, from: string) =>
  call('DELETE /maintain-s/station/{id}/capacity', { params: { id: plantId }, body: { from } })
