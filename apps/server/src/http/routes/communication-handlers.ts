import { loggerConnection } from '@heliograph/contract/codecs/logger.ts'
import type { LoggerDay as WireDay } from '@heliograph/contract/maintain-s/communication.ts'
import { countPlantLoggers } from '../../fleet/loggers/loggers.ts'
import {
  type LoggerDay,
  type LoggerNetworking,
  listFleetCommunication,
  listNetworking,
  plantCommunication,
} from '../../intake/communication/communication.ts'
import type { FamilyHandlers } from './handler.ts'

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
      zone,
      total,
      data: loggers.map(({ address, days, ...logger }) => ({
        ...logger,
        serial: address,
        days: days.map((day) => toDay(day, (id) => deviceNames.get(id) ?? '')),
      })),
    }
  },
  'POST /maintain-s/operating/station/communication': async ({ query, body, context }) => {
    const asked = { ...query, ...body }
    const found = await listFleetCommunication(context.db, context.session, asked, context.nowMs)
    const { range, loggers, ...sums } = found
    return {
      ...range,
      ...sums,
      data: loggers.map(({ address, ...logger }) => ({ ...logger, serial: address })),
    }
  },
  'GET /maintain-s/fast/{id}/collector/networkingInfo': async ({ params, query, context }) => {
    const withNetwork = context.membership.rights.includes('addPlantDevice')
    const [rows, total] = await Promise.all([
      listNetworking(context.db, params.id, { withNetwork, ...query }, context.nowMs),
      countPlantLoggers(context.db, params.id),
    ])
    return { total, data: rows.map(toConnection) }
  },
} satisfies Partial<FamilyHandlers<'maintain-s'>>

const toDay = (
  { intervalMs, gaps, signal, delay, missing, ...day }: LoggerDay,
  nameOf: (deviceId: number) => string,
): WireDay => ({
  ...day,
  intervalS: intervalMs / 1000,
  gaps: gaps.map((gap) => ({ ...gap, deviceName: gap.deviceId === null ? null : nameOf(gap.deviceId) })),
  signal: signal && { min: signal.min, mean: signal.sum / signal.count, max: signal.max },
  delay: delay && { meanS: delay.sumMs / delay.count / 1000, maxS: delay.maxMs / 1000 },
  missing: missing.map((id) => ({ id, name: nameOf(id) })),
})

const orNull = (text: string): string | null => (text === '' ? null : text)

const toConnection = ({ logger, ...same }: LoggerNetworking) =>
  loggerConnection.toWire({
    ...logger,
    ...same,
    serial: logger.address,
    firmware: orNull(logger.firmware),
    network: logger.network && {
      mac: orNull(logger.network.mac),
      localAddress: orNull(logger.network.localAddress),
      ssid: orNull(logger.network.ssid),
    },
  })
