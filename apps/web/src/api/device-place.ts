/** Where devices stand and how meters are wired, in our words, and the calls that change it. */
import type { ReplacementCheck } from '@heliograph/contract/maintain-s/device.ts'
import type { MeterSpec as WireSpec } from '@heliograph/contract/maintain-s/meter.ts'
import type { DeviceType } from '@heliograph/domain/device.ts'
import type { MeterWiring } from '@heliograph/domain/meter-role.ts'
import { call } from './call.ts'
import { toMs } from './wire-time.ts'

/** A reading of a meter as it says it and as it counts. W, Wh. */
export type MeterReading = Readonly<{
  quantity: string
  value: number | null
  /** A flow of the plant or the role of a power; null: it counts as nothing. */
  target: string | null
  /** The value as it counts for the plant. */
  inPlant: number | null
  atMs: number | null
}>
export type MeterSpec = Readonly<{ wiring: MeterWiring; readings: readonly MeterReading[] }>

const toSpec = (wire: WireSpec): MeterSpec => ({
  wiring: { role: wire.role, ratio: wire.ratio, isReversed: wire.direction === 'reversed' },
  readings: wire.readings.map(({ storageName, value, countsAs, countedValue, at }) => ({
    quantity: storageName,
    value,
    target: countsAs,
    inPlant: countedValue,
    atMs: toMs(at),
  })),
})

export const fetchMeterSpec = async (plantId: number, deviceId: number, signal?: AbortSignal): Promise<MeterSpec> =>
  toSpec(
    await call(
      'GET /maintain-s/power/system/{id}/meter/{mid}/spec',
      { params: { id: plantId, mid: deviceId } },
      { signal },
    ),
  )

export const wireMeter = (plantId: number, deviceId: number, { role, ratio, isReversed }: MeterWiring) =>
  call('POST /maintain-s/power/system/{id}/meter/{mid}/config', {
    params: { id: plantId, mid: deviceId },
    body: { role, ratio, direction: isReversed ? 'reversed' : 'normal' },
  })

export const setMeterRole = (plantId: number, deviceId: number, role: MeterWiring['role']) =>
  call('POST /maintain-s/power/system/{id}/meter/{mid}/config', {
    params: { id: plantId, mid: deviceId },
    body: { role },
  })

/** Types that can be announced: loggers are registered. */
export type AnnouncedType = Exclude<DeviceType, 'COLLECTOR'>

export const announceDevice = (
  plantId: number,
  options: Readonly<{ serial: string; type: AnnouncedType; loggerId: number; name: string }>,
) =>
  call('POST /maintain-s/power/system/{id}/device', {
    params: { id: plantId },
    body: {
      deviceSn: options.serial,
      deviceType: options.type,
      gatewayId: options.loggerId,
      ...(options.name === '' ? {} : { deviceName: options.name }),
    },
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
