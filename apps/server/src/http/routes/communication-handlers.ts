import type {
  CommunicationDay,
  FleetCommunicationRow,
  NetworkingRow,
} from '@heliograph/contract/maintain-s/communication.ts'
import { countPlantLoggers } from '../../fleet/loggers/loggers.ts'
import {
  type FleetLogger,
  type LoggerDay,
  type LoggerNetworking,
  listFleetCommunication,
  listNetworking,
  plantCommunication,
} from '../../intake/communication/communication.ts'
import type { FamilyHandlers } from './handler.ts'
import { toSeconds, toSecondsOrNull } from './scales.ts'

export const communicationHandlers = {
  'GET /maintain-s/operating/station/{id}/communication': async ({ params, query, context }) => {
    const { zone, range, total, loggers, deviceNames } = await plantCommunication(
      context.db,
      params.id,
      query,
      context.nowMs,
    )
    return {
      ...range,
      timeZone: zone,
      total,
      data: loggers.map((logger) => ({
        gatewayId: logger.loggerId,
        deviceSn: logger.address,
        gatewayName: logger.name,
        wire: logger.wire,
        online: logger.online,
        lastSeen: toSecondsOrNull(logger.lastSeenMs),
        firmware: logger.firmware,
        intervalMinutes: logger.intervalMinutes,
        days: logger.days.map((day) => toDay(day, (id) => deviceNames.get(id) ?? '')),
      })),
    }
  },
  'POST /maintain-s/operating/station/communication': async ({ query, body, context }) => {
    const asked = { ...query, ...body }
    const found = await listFleetCommunication(context.db, context.session, asked, context.nowMs)
    return {
      ...found.range,
      total: found.total,
      expectedRecords: found.expected,
      receivedRecords: found.received,
      data: found.loggers.map(toFleetLogger),
    }
  },
  'GET /maintain-s/fast/{id}/collector/networkingInfo': async ({ params, query, context }) => {
    const withNetwork = context.membership.rights.includes('addPlantDevice')
    const [rows, total] = await Promise.all([
      listNetworking(context.db, params.id, { withNetwork, ...query }, context.nowMs),
      countPlantLoggers(context.db, params.id),
    ])
    return { total, data: rows.map(toNetworking) }
  },
} satisfies Partial<FamilyHandlers<'maintain-s'>>

const toDay = (one: LoggerDay, nameOf: (deviceId: number) => string): CommunicationDay => ({
  day: one.day,
  intervalS: one.intervalMs / 1000,
  expectedRecords: one.expected,
  receivedRecords: one.received,
  gapTotal: one.gapCount,
  gaps: one.gaps.map(({ fromMs, toMs, records, cause, deviceId }) => ({
    from: toSeconds(fromMs),
    to: toSeconds(toMs),
    records,
    cause,
    deviceId,
    deviceName: deviceId === null ? null : nameOf(deviceId),
  })),
  restartCount: one.restarts,
  signalMin: one.signal?.min ?? null,
  signalAvg: one.signal && one.signal.sum / one.signal.count,
  signalMax: one.signal?.max ?? null,
  delayAvg: one.delay && one.delay.sumMs / one.delay.count / 1000,
  delayMax: one.delay && one.delay.maxMs / 1000,
  bufferedRecords: one.buffered,
  firmware: one.firmware,
  deviceTotal: one.deviceCount,
  missingDevices: one.missing.map((id) => ({ id, name: nameOf(id) })),
})

const toFleetLogger = (logger: FleetLogger): FleetCommunicationRow => ({
  stationId: logger.plantId,
  stationName: logger.plantName,
  gatewayId: logger.loggerId,
  deviceSn: logger.address,
  gatewayName: logger.name,
  online: logger.online,
  lastSeen: toSecondsOrNull(logger.lastSeenMs),
  firmware: logger.firmware,
  expectedRecords: logger.expected,
  receivedRecords: logger.received,
  gapTotal: logger.gapCount,
  gapLongest: Math.round(logger.longestMs / 1000),
  restartCount: logger.restarts,
  signalAvg: logger.signalPercent,
  missingTotal: logger.missingDevices,
  days: logger.days.map(({ day, expected, received }) => ({
    day,
    expectedRecords: expected,
    receivedRecords: received,
  })),
})

const orNull = (text: string): string | null => (text === '' ? null : text)

const toNetworking = ({ logger, link, startedMs, connectsToday }: LoggerNetworking): NetworkingRow => ({
  deviceSn: logger.address,
  gatewayName: logger.name,
  wire: logger.wire,
  link: link === null ? null : 'WLAN',
  signalIntensity: logger.signalPercent,
  firmware: orNull(logger.firmware),
  uploadCycle: logger.intervalMinutes * 60,
  heartbeatS: logger.heartbeatS,
  workingTimeS: logger.workingS,
  totalWorkingTimeS: logger.totalWorkingS,
  startedAt: toSecondsOrNull(startedMs),
  connectsToday,
  online: logger.online,
  registeredAt: toSecondsOrNull(logger.registeredAtMs),
  firstSeen: toSecondsOrNull(logger.firstSeenMs),
  lastSeen: toSecondsOrNull(logger.lastSeenMs),
  lastData: toSecondsOrNull(logger.lastDataMs),
  network: logger.network && {
    mac: orNull(logger.network.mac),
    localAddress: orNull(logger.network.localAddress),
    ssid: orNull(logger.network.ssid),
  },
})
