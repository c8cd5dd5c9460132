import { DAY_MS } from '@heliograph/domain/duration.ts'
import { getAlarmByNumber, searchAlarms } from '../../insight/alarms/alarms.ts'
import { toAlertDetail, toDeviceAlert, toStationAlert } from './alert-items.ts'
import type { ClientCall, ClientContext } from './call.ts'
import { ClientRefusal } from './codes.ts'
import { currentData } from './current-data.ts'
import { deviceHistory } from './device-history.ts'
import { toTree } from './device-tree.ts'
import { listOwnDevices } from './list-own-devices.ts'
import { readDays, readInstants, readInteger, readPage } from './read-body.ts'
import { listStationDevices } from './station-devices.ts'

/** The longest range of a device's alarms. */
const MOST_ALARMS_MS = 93 * DAY_MS

const newestFirst = { isByDay: false, order: 'startTime', direction: 'DESC' } as const

export const deviceCalls = {
  '/device/v1.0/currentData': { about: 'device', right: 'viewPlantDevice', answer: currentData },
  '/device/v1.0/historical': { about: 'device', right: 'viewPlantDevice', cost: 10, answer: deviceHistory },
  '/device/v1.0/communication': {
    about: 'device',
    right: 'viewPlantDevice',
    answer: async ({ db, nowMs }, { plantId, serial, zone }) => {
      const communication = toTree(await listStationDevices(db, plantId, nowMs), serial, zone)
      if (communication === undefined) throw new ClientRefusal('deviceMissing')
      return { communication }
    },
  },
  '/device/v1.0/list': {
    about: 'account',
    answer: ({ db, nowMs, session, body }) => listOwnDevices(db, session, readPage(body), nowMs),
  },
  '/device/v1.0/alertList': {
    about: 'device',
    right: 'viewPlantAlert',
    cost: 3,
    answer: async ({ db, nowMs, session, body, language }, { plantId, deviceId, loggerId, serial }) => {
      const range = readInstants(body, ['startTimestamp', 'endTimestamp'], MOST_ALARMS_MS)
      const at = deviceId === null ? { loggerId: loggerId ?? 0 } : { deviceId }
      const search = { holder: session, plantIds: [plantId], ...at, ...range, ...newestFirst, ...readPage(body) }
      const { total, alarms } = await searchAlarms(db, { ...search, toMs: range.toMs + 1 }, nowMs)
      return { deviceSn: serial, total, alertList: alarms.map((alarm) => toDeviceAlert(alarm, language)) }
    },
  },
  '/device/v1.0/alertDetail': {
    about: 'device',
    right: 'viewPlantAlert',
    answer: async ({ db, nowMs, session, body, language }, { plantId, deviceId, loggerId }) => {
      const number = readInteger(body, 'alertId')
      const alarm = await getAlarmByNumber(db, session, { number, plantId }, nowMs)
      const isHere = deviceId === null ? alarm?.loggerId === loggerId : alarm?.deviceId === deviceId
      if (alarm === undefined || !isHere) throw new ClientRefusal('resourceMissing')
      return toAlertDetail(alarm, language)
    },
  },
  '/station/v1.0/alert': {
    about: 'station',
    right: 'viewPlantAlert',
    cost: 3,
    answer: (context, plantId) => listStationAlerts(context, plantId, 1),
  },
  '/station/v1.0/alertV2': {
    about: 'station',
    right: 'viewPlantAlert',
    cost: 3,
    answer: (context, plantId) => listStationAlerts(context, plantId, 2),
  },
} satisfies Readonly<Record<string, ClientCall>>

async function listStationAlerts(
  { db, nowMs, session, body, language }: ClientContext,
  plantId: number,
  version: 1 | 2,
): Promise<object> {
  const { from, to } = readDays(body)
  const search = { holder: session, plantIds: [plantId], fromDay: from, toDay: to, ...newestFirst, ...readPage(body) }
  const { total, alarms } = await searchAlarms(db, search, nowMs)
  return { total, stationAlertItems: alarms.map((alarm) => toStationAlert(alarm, language, version)) }
}
