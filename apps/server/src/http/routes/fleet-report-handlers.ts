import {
  addSchedule,
  confirmRecipient,
  listPlantExports,
  listSchedules,
  lookAtOffer,
  type Orderer,
  openPlantExport,
  openSharedExport,
  orderExport,
  readUse,
  removeExport,
  removeSchedule,
  sendTest,
  setRecipients,
} from '../../delivery/exports/exports.ts'
import { toWireExport, toWireSchedule } from './export-wire.ts'
import type { FamilyHandlers, UserContext } from './handler.ts'

/** All plants whose figures the session may see; which they are is asked when the report is made. */
const ordererOf = ({ session }: UserContext): Orderer => ({
  plantId: null,
  userId: session.userId,
  organizationId: session.organizationId,
})

export const fleetReportHandlers = {
  'GET /maintain-s/station/report/jobs': async ({ context }) => {
    const [exports, use] = await Promise.all([
      listPlantExports(context.db, ordererOf(context)),
      readUse(context.db.kysely, context.session.userId),
    ])
    return { data: exports.map(toWireExport), use }
  },
  'POST /maintain-s/station/report/jobs': async ({ body, context }) => {
    const { db, services, visit: host, nowMs } = context
    return toWireExport(await orderExport(db, services.plantExports, ordererOf(context), { ...body, host, nowMs }))
  },
  'DELETE /maintain-s/station/report/jobs/{jobId}': async ({ params, context }) => {
    await removeExport(context.db, ordererOf(context), params.jobId)
    return { success: true }
  },
  'GET /maintain-s/station/report/jobs/{jobId}/file': async ({ params, context }) =>
    openPlantExport(context.db, ordererOf(context), params.jobId, context.nowMs),
  'GET /maintain-s/station/report/schedules': async ({ context }) => ({
    data: (await listSchedules(context.db, ordererOf(context))).map(toWireSchedule),
  }),
  'POST /maintain-s/station/report/schedules': async ({ body, context }) => {
    const { db, services, visit: host, nowMs } = context
    const { mail, publicUrl } = services
    const options = { ...body, mail, publicUrl, host, nowMs, accessTokenId: context.session.accessTokenId }
    return toWireSchedule(await addSchedule(db, ordererOf(context), options))
  },
  'DELETE /maintain-s/station/report/schedules/{scheduleId}': async ({ params, context }) => {
    await removeSchedule(context.db, ordererOf(context), params.scheduleId)
    return { success: true }
  },
  'POST /maintain-s/station/report/schedules/{scheduleId}/recipients': async ({ params, body, context }) => {
    const { db, services, visit: host, nowMs } = context
    const { mail, publicUrl } = services
    const options = {
      id: params.scheduleId,
      recipients: body.recipients,
      mail,
      publicUrl,
      host,
      nowMs,
      accessTokenId: context.session.accessTokenId,
    }
    return toWireSchedule(await setRecipients(db, ordererOf(context), options))
  },
  'POST /maintain-s/station/report/schedules/{scheduleId}': async ({ params, context }) => {
    const { db, services, visit: host, nowMs } = context
    await sendTest(db, services.plantExports, ordererOf(context), { id: params.scheduleId, host, nowMs })
    return { success: true }
  },
  'GET /maintain-s/station/report/offer/{token}': async ({ params, context }) =>
    lookAtOffer(context.db, params.token, context.nowMs),
  'POST /maintain-s/station/report/offer/{token}': async ({ params, context }) => {
    await confirmRecipient(context.db, params.token, context.nowMs)
    return { success: true }
  },
  'GET /maintain-s/station/report/shared/{token}': async ({ params, context }) =>
    openSharedExport(context.db, params.token, context.nowMs),
} satisfies Partial<FamilyHandlers<'maintain-s'>>
