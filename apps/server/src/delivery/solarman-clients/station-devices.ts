import type { DeviceState } from '@heliograph/domain/device.ts'
import { deviceStateOf, listDevices } from '../../fleet/devices/devices.ts'
import type { Db } from '../../platform/db/database.ts'
import { leaveOutUnknown, toLoggerNumber, toSeconds } from './scales.ts'

/** The scale of `connectStatus`: 0 offline, 1 online, 2 alarm; that of `deviceState` ends with 3, offline. */
const toConnectStatus = (state: DeviceState): number => (state === 3 ? 0 : state)

export type StationDevice = Readonly<Record<string, unknown>>

/** Loggers first. */
export async function listStationDevices(db: Db, plantId: number, nowMs: number): Promise<readonly StationDevice[]> {
  const [views, loggers] = await Promise.all([
    listDevices(db, plantId, nowMs),
    db.kysely.selectFrom('loggers').select(['id', 'address']).where('plant_id', '=', plantId).execute(),
  ])
  const numbers = new Map(loggers.map(({ id, address }) => [address, toLoggerNumber(id)]))
  return views.map((view) => {
    const state = deviceStateOf(view)
    return leaveOutUnknown({
      deviceSn: view.serial,
      deviceId: view.deviceId === 0 ? numbers.get(view.serial) : view.deviceId,
      deviceType: view.type,
      deviceName: view.name,
      name: view.name,
      parentSn: view.loggerSerial,
      deviceState: state,
      connectStatus: toConnectStatus(state),
      collectionTime: toSeconds(view.lastAtMs),
    })
  })
}
