/** Where devices stand and how meters are wired, in our words, and the calls that change it. */
import {
  type AnnouncedDevice,
  announcedDevice,
  meterReading,
  meterWiring,
} from '@heliograph/contract/codecs/device-edit.ts'
import type { ReplacementCheck } from '@heliograph/contract/maintain-s/device.ts'
import type { MeterWiring } from '@heliograph/domain/meter-role.ts'
import { call } from './call.ts'

export type { MeterReading } from '@heliograph/contract/codecs/device-edit.ts'
export type { AnnouncedDevice }
export async function fetchMeterSpec(plantId: number, deviceId: number, signal?: AbortSignal) {
  const params = { id: plantId, mid: deviceId }
  const spec = await call('GET /maintain-s/power/system/{id}/meter/{mid}/spec', { params }, { signal })
  return { wiring: meterWiring.fromWire(spec) as MeterWiring, readings: spec.readings.map(meterReading.fromWire) }
}

export const wireMeter = (plantId: number, deviceId: number, wiring: Partial<MeterWiring>) =>
  call('POST /maintain-s/power/system/{id}/meter/{mid}/config', {
    params: { id: plantId, mid: deviceId },
    body: meterWiring.toWire(wiring),
  })

export const announceDevice = (plantId: number, device: AnnouncedDevice) =>
  call('POST /maintain-s/power/system/{id}/device', {
    params: { id: plantId },
    body: announcedDevice.toWire(device),
  })

/** Puts a new device in the place of an old one; it reports through the same logger, unless it was announced elsewhere. */
export const replaceDevice = (plantId: number, oldSerial: string, newSerial: string) =>
  call('POST /maintain-s/power/system/{id}/device/replace', {
    params: { id: plantId },
    body: { oldDeviceSn: oldSerial, newDeviceSn: newSerial },
  })

/** Gives its place back to the device that stood there before. */
export const takeBackDevice = (plantId: number, deviceId: number) =>
  call('POST /maintain-s/power/system/{id}/device/{did}/replace/undo', {
    params: { id: plantId, did: deviceId },
    body: {},
  })

/** A new device beside the one whose place it took. */
export type Replacement = Readonly<ReplacementCheck>

/** @returns null for one that took no place */
export const fetchReplacement = async (
  plantId: number,
  deviceId: number,
  signal?: AbortSignal,
): Promise<Replacement | null> =>
  (
    await call(
      'GET /maintain-s/power/system/{id}/device/{did}/replacement',
      { params: { id: plantId, did: deviceId } },
      { signal },
    )
  ).replacement

/** Whether a text can be the serial number on a label; the server checks the same. */
export const isDeviceSerial = (text: string): boolean => /^[\x21-\x7e]{1,64}$/.test(text)
