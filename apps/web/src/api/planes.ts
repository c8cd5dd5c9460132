/** The planes of a plant's modules in our words, and the call that changes them. */
import type { WirePlane } from '@heliograph/contract/maintain-s/planes.ts'
import type { ModulePlane } from '@heliograph/domain/module-plane.ts'
import { call } from './call.ts'

export const toModulePlane = (wire: WirePlane): ModulePlane => ({
  name: wire.name,
  azimuthDeg: wire.installationAzimuthAngle,
  tiltDeg: wire.installationTiltAngle,
  capacityWp: Math.round(wire.installedCapacity * 1_000_000) / 1000,
})

/** @param from from which day a changed capacity counts; null: always @returns whether the history is recounted because of it */
export const editPlanes = async (
  plantId: number,
  planes: readonly ModulePlane[],
  from?: string | null,
): Promise<boolean> =>
  (
    await call('POST /maintain-s/station/{id}/planes', {
      params: { id: plantId },
      body: {
        ...(from === undefined ? {} : { installedCapacityFrom: from }),
        planes: planes.map(({ name, azimuthDeg, tiltDeg, capacityWp }) => ({
          name,
          installationAzimuthAngle: azimuthDeg,
          installationTiltAngle: tiltDeg,
          installedCapacity: capacityWp / 1000,
        })),
      },
    })
  ).recount

/** The capacity before that of the day counts on. */
export const removeCapacity = (plantId: number, from: string) =>
  call('DELETE /maintain-s/station/{id}/capacity', { params: { id: plantId }, body: { validFrom: from } })
