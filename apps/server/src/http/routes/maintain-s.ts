import { Readable } from 'node:stream'
import type { Corners, Point } from '@heliograph/domain/photo-grid/plane-geometry.ts'
import { makePaperTemplate } from '../../delivery/reports/reports.ts'
import { getFleetToday, listFleet, listNamesOnly, listPlaces } from '../../fleet/plants/plants.ts'
import { readOpenLosses } from '../../insight/alarms/alarms.ts'
import { getForecastAccuracy, getPlantForecast } from '../../insight/forecast/forecast.ts'
import { readLayoutFile, recognizePhoto } from '../../insight/layout-photos/layout-photos.ts'
import { getCommandPermission, listCommands, setCommandPermission } from '../../intake/commands/commands.ts'
import { agentPageHandlers } from './agent-handlers.ts'
import { alertHandlers } from './alert-handlers.ts'
import { alertRuleHandlers } from './alert-rule-handlers.ts'
import { batteryHandlers } from './battery-handlers.ts'
import { toReadOutcome, toSettingReply } from './command-wire.ts'
import { communicationHandlers } from './communication-handlers.ts'
import { deviceHandlers } from './device-handlers.ts'
import { deviceKindHandlers } from './device-kind-handlers.ts'
import { deviceScanHandlers } from './device-scan-handlers.ts'
import { equipmentMoveHandlers } from './equipment-move-handlers.ts'
import { explorerHandlers } from './explorer-handlers.ts'
import { exportHandlers } from './export-handlers.ts'
import { financeHandlers } from './finance-handlers.ts'
import { fleetReportHandlers } from './fleet-report-handlers.ts'
import { toFleetPlant } from './fleet-wire.ts'
import { forwardHandlers } from './forward-handlers.ts'
import { gatewayHandlers } from './gateway-handlers.ts'
import type { FamilyHandlers, FileReply } from './handler.ts'
import { imageHandlers } from './image-handlers.ts'
import { importHandlers } from './import-handlers.ts'
import { labHandlers } from './lab-handlers.ts'
import { letterHandlers } from './letter-handlers.ts'
import { lineSeriesHandlers } from './line-series-handlers.ts'
import { meterHandlers } from './meter-handlers.ts'
import { meteringHandlers } from './metering-handlers.ts'
import { moduleLayoutHandlers } from './module-layout-handlers.ts'
import { namedNumberHandlers } from './named-number-handlers.ts'
import { performanceHandlers } from './performance-handlers.ts'
import { plantListHandlers } from './plant-list-handlers.ts'
import { plantPartHandlers } from './plant-part-handlers.ts'
import { qualityHandlers } from './quality-handlers.ts'
import { readingHandlers } from './reading-handlers.ts'
import { sameDeviceHandlers } from './same-device-handlers.ts'
import { screenHandlers } from './screen-handlers.ts'
import { securityEventHandlers } from './security-event-handlers.ts'
import { senderOf } from './sender-of.ts'
import { sharingHandlers } from './sharing-handlers.ts'
import { signHandlers } from './sign-handlers.ts'
import { stationHandlers } from './station-handlers.ts'
import { systemHandlers } from './system-handlers.ts'
import { targetHandlers } from './target-handlers.ts'
import { whatIfHandlers } from './what-if-handlers.ts'

const round = ({ x, y }: Point): Point => ({ x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10 })
const toWire = ([a, b, c, d]: Corners): [Point, Point, Point, Point] => [round(a), round(b), round(c), round(d)]

const layoutPhotoHandlers = {
  'POST /maintain-s/station/layout/photo/recognition/{id}': async ({ body, context }) => {
    const { cells, beside, ...photo } = await recognizePhoto(Buffer.from(body.content, 'base64'), senderOf(context))
    return {
      ...photo,
      cells: cells.map((cell) => ({ ...cell, corners: cell.corners && toWire(cell.corners) })),
      beside,
    }
  },
  'POST /maintain-s/station/layout/file/recognition/{id}': async ({ body, context }) => {
    const grids = await readLayoutFile(Buffer.from(body.content, 'base64'), senderOf(context))
    return {
      data: grids.map(({ cells, beside, ...grid }) => ({
        ...grid,
        cells,
        beside,
      })),
    }
  },
  'GET /maintain-s/station/layout/template/{id}': async ({ params, query, context }): Promise<FileReply> => {
    const pdf = await makePaperTemplate(context.db, params.id, { ...query, nowMs: context.nowMs })
    return { stream: Readable.from(pdf), name: 'modules.pdf', type: 'application/pdf', sizeBytes: null }
  },
} satisfies Partial<FamilyHandlers<'maintain-s'>>

const forecastHandlers = {
  'GET /maintain-s/history/power/{id}/forecast': async ({ params, query, context }) => {
    const { db, services, nowMs } = context
    const found = await getPlantForecast(db, services.weather, params.id, query.date, nowMs)
    return {
      ...found,
      planes: found.planes,
      hours: found.hours,
      days: found.days.map(({ modelledWh: _, ...day }) => day),
    }
  },
  'GET /maintain-s/history/power/{id}/forecast/accuracy': async ({ params, query, context }) => {
    const { zone, scores, days } = await getForecastAccuracy(context.db, params.id, query.days, context.nowMs)
    return { zone, days, horizons: scores.map(({ score, ...horizon }) => ({ ...horizon, ...score })) }
  },
} satisfies Partial<FamilyHandlers<'maintain-s'>>

const fleetHandlers = {
  'POST /maintain-s/operating/station/fleet': async ({ query, body, context }) => {
    const search = {
      holder: context.session,
      keyword: body.keyword,
      statuses: body.statuses,
      tagIds: body.tagIds,
      page: query.page,
      size: query.size,
      order: query['order.property'],
      direction: query['order.direction'],
    }
    const { total, plants } = await listFleet(context.db, search, context.nowMs)
    const plantIds = plants.map(({ facts }) => facts.plantId)
    const losses = await readOpenLosses(context.db, context.session, plantIds, context.nowMs)
    return { total, data: plants.map((plant) => toFleetPlant(plant, losses.get(plant.facts.plantId))) }
  },
  'GET /maintain-s/operating/station/names': async ({ context }) => {
    const plants = await listNamesOnly(context.db, context.session, context.nowMs)
    return { data: plants.map(({ plantId: id, name }) => ({ id, name })) }
  },
  'POST /maintain-s/operating/station/today': ({ context }) =>
    getFleetToday(context.db, { holder: context.session }, context.nowMs),
  'POST /maintain-s/operating/station/places': ({ body, context }) =>
    listPlaces(context.db, { holder: context.session, ...body }, context.nowMs),
} satisfies Partial<FamilyHandlers<'maintain-s'>>

const commandHandlers = {
  'GET /maintain-s/station/{id}/commands': async ({ params, context }) => ({
    permission: await getCommandPermission(context.db, params.id),
    mayAllow: context.membership.isOwner,
  }),
  'POST /maintain-s/station/{id}/commands': async ({ params, body, context }) => ({
    changes: [
      {
        field: 'commands',
        before: await setCommandPermission(context.db, params.id, body.permission),
        after: body.permission,
      },
    ],
  }),
  'POST /maintain-s/power/system/{id}/device/{did}/read': async ({ params, context }) => {
    const place = { plantId: params.id, deviceId: params.did, userId: context.session.userId }
    return toReadOutcome(await context.services.commands.read(place))
  },
  'POST /maintain-s/power/system/{id}/device/{did}/setting': async ({ params, body, context }) => {
    const place = { plantId: params.id, deviceId: params.did, userId: context.session.userId }
    const { item, value, dryRun } = body
    const outcome = await context.services.commands.set(place, { item, value, isDryRun: dryRun })
    const isChanged = outcome.state === 'done' && !dryRun
    return {
      ...toSettingReply(outcome, dryRun),
      changes: isChanged ? [{ field: item, before: outcome.before, after: outcome.after }] : [],
    }
  },
  'GET /maintain-s/power/system/{id}/device/{did}/commands': async ({ params, query, context }) => {
    const { total, rows } = await listCommands(context.db, { plantId: params.id, deviceId: params.did }, query)
    return { total, data: rows }
  },
} satisfies Partial<FamilyHandlers<'maintain-s'>>

/** The largest family, by the contract's files. */
export const maintainHandlers: FamilyHandlers<'maintain-s'> = {
  ...stationHandlers,
  ...plantPartHandlers,
  ...meteringHandlers,
  ...fleetHandlers,
  ...screenHandlers,
  ...plantListHandlers,
  ...imageHandlers,
  ...moduleLayoutHandlers,
  ...financeHandlers,
  ...explorerHandlers,
  ...sharingHandlers,
  ...systemHandlers,
  ...performanceHandlers,
  ...forecastHandlers,
  ...whatIfHandlers,
  ...letterHandlers,
  ...gatewayHandlers,
  ...forwardHandlers,
  ...qualityHandlers,
  ...readingHandlers,
  ...targetHandlers,
  ...agentPageHandlers,
  ...labHandlers,
  ...signHandlers,
  ...sameDeviceHandlers,
  ...deviceScanHandlers,
  ...lineSeriesHandlers,
  ...namedNumberHandlers,
  ...batteryHandlers,
  ...alertHandlers,
  ...alertRuleHandlers,
  ...communicationHandlers,
  ...commandHandlers,
  ...deviceHandlers,
  ...equipmentMoveHandlers,
  ...deviceKindHandlers,
  ...meterHandlers,
  ...securityEventHandlers,
  ...exportHandlers,
  ...fleetReportHandlers,
  ...importHandlers,
  ...layoutPhotoHandlers,
}
