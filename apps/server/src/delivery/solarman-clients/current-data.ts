import type { LanguageCode } from '@heliograph/domain/languages.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { type DeviceDetail, deviceStateOf, getDeviceDetail, isCurrentValue } from '../../fleet/devices/devices.ts'
import { listPlantLoggers } from '../../fleet/loggers/loggers.ts'
import type { ClientContext, FoundDevice } from './call.ts'
import { ClientRefusal } from './codes.ts'
import { type Point, toPoints } from './device-points.ts'
import { pointName } from './point-names.ts'
import { leaveOutUnknown, toLoggerNumber, toSeconds } from './scales.ts'

/** @throws ClientRefusal deviceMissing: it was removed in the meantime */
export async function currentData(context: ClientContext, device: FoundDevice): Promise<object> {
  const { db, nowMs, language } = context
  if (device.deviceId === null) return loggerData(context, device)
  const detail = await getDeviceDetail(db, device.deviceId, nowMs)
  const { view } = detail
  return leaveOutUnknown({
    deviceSn: view.serial,
    deviceId: view.deviceId,
    deviceType: view.type,
    deviceState: deviceStateOf(view),
    collectionTime: toSeconds(view.lastAtMs),
    dataList: [...toTexts(detail), ...listPoints(detail, nowMs, language)],
  })
}

/** Values that are true now, and counters: an old power would be shown as a new one, and 0 would be a lie. */
export const listPoints = (detail: DeviceDetail, nowMs: number, language: LanguageCode): readonly Point[] =>
  detail.values
    .filter(({ quantity, atMs }) => isCurrentValue(quantity, atMs, { ...detail.view, zone: detail.zone }, nowMs))
    .flatMap(({ quantity, value, stateName }) => {
      const id = quantity.id as QuantityId
      return toPoints(id, value, { type: detail.view.type, name: pointName(language, id), shown: stateName })
    })

const toTexts = ({ view }: DeviceDetail): readonly Point[] => [
  { key: 'SN1', value: view.serial, unit: null, name: 'SN' },
  ...(view.model === '' ? [] : [{ key: 'INV_MOD1', value: view.model, unit: null, name: 'Model' }]),
]

async function loggerData({ db, nowMs }: ClientContext, { plantId, loggerId }: FoundDevice): Promise<object> {
  const found = await listPlantLoggers(db, plantId, { withNetwork: false, nowMs, loggerId: loggerId ?? 0 })
  const [logger] = found
  if (logger === undefined) throw new ClientRefusal('deviceMissing')
  const point = (key: string, value: string | null, unit: string | null, name: string): readonly Point[] =>
    value === null || value === '' ? [] : [{ key, value, unit, name }]
  return leaveOutUnknown({
    deviceSn: logger.address,
    deviceId: toLoggerNumber(logger.id),
    deviceType: 'COLLECTOR',
    deviceState: logger.online ? 1 : 3,
    collectionTime: toSeconds(logger.lastSeenMs),
    dataList: [
      ...point('SN1', logger.address, null, 'SN'),
      ...point('MDUv1', logger.firmware, null, 'Firmware'),
      ...point('SIG_P', logger.online ? textOf(logger.signalPercent) : null, '%', 'Signal'),
      ...point('UPL_I', String(logger.intervalS), 's', 'Upload interval'),
    ],
  })
}

const textOf = (number: number | null): string | null => (number === null ? null : String(number))
