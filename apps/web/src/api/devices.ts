/** Devices in our words, and the calls that list, edit and remove them. */
import { type Device, device } from '@heliograph/contract/codecs/device.ts'
import { type DeviceEdit, deviceEdit } from '@heliograph/contract/codecs/device-edit.ts'
import type { EditableDevice } from '@heliograph/contract/maintain-s/device.ts'
import { call } from './call.ts'

export type { Device } from '@heliograph/contract/codecs/device.ts'
export type { DeviceEdit }

/** A device as its settings show it, one that was taken out of the plant included. */
export type OwnDevice = Readonly<EditableDevice>

/** The longest page that the server gives. */
const MOST_A_PAGE = 500

/** All devices of a plant, page by page: the reply is a bare list and cannot say how many it left out. */
export async function fetchDevices(plantId: number, signal?: AbortSignal): Promise<readonly Device[]> {
  const devices: Device[] = []
  for (let page = 1; ; page += 1) {
    const asked = { params: { id: plantId }, query: { deviceType: 'ALL', page, size: MOST_A_PAGE } } as const
    const rows = await call('GET /maintain-s/fast/device/{id}/device-list', asked, { signal })
    devices.push(...rows.map(device.fromWire))
    if (rows.length < MOST_A_PAGE) return devices
  }
}

export async function fetchOwnDevices(plantId: number, signal?: AbortSignal): Promise<readonly OwnDevice[]> {
  const asked = { params: { id: plantId }, query: {} }
  return (await call('GET /maintain-s/power/system/{id}/device', asked, { signal })).data
}

export const editDevice = (plantId: number, deviceId: number, edit: DeviceEdit) =>
  call('POST /maintain-s/power/system/{id}/device/{did}', {
    params: { id: plantId, did: deviceId },
    body: deviceEdit.toWire(edit),
  })

/** Says whether a device belongs to the plant; the history is counted anew. */
export const decideStanding = (plantId: number, deviceId: number, standing: 'counted' | 'discarded') =>
  call('POST /maintain-s/power/system/{id}/device/{did}/standing', {
    params: { id: plantId, did: deviceId },
    body: { standing },
  })

/** Takes a device out of its plant and keeps its history, or erases both; then its name has to be said. */
export const removeDevice = (
  plantId: number,
  deviceId: number,
  how: Readonly<{ history: 'keep' } | { history: 'erase'; name: string }>,
) => call('DELETE /maintain-s/power/system/{id}/device', { params: { id: plantId }, body: { deviceId, ...how } })

/** Returns a device that was taken out with its history kept. */
export const restoreDevice = (plantId: number, deviceId: number) =>
  call('POST /maintain-s/power/system/{id}/device/{did}/restore', {
    params: { id: plantId, did: deviceId },
    body: {},
  })
