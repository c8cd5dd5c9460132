import {
  addSchedule,
  listPlantExports,
  listSchedules,
  type Orderer,
  openPlantExport,
  orderExport,
  readUse,
  removeExport,
  removeSchedule,
} from '../exports/exports.ts'
import { toWireExport, toWireSchedule } from './export-wire.ts'
import type { FamilyHandlers, UserContext } from './handler.ts'

/** All plants whose figures the session may see; which they are is asked when the report is made. */
const ordererOf = ({ session }: UserContext): Orderer => ({
  plantId: null,
  userId: session.userId,
  organisationId: session.organisationId,
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
    const { db, services, host, nowMs } = context
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
    const { db, host, nowMs } = context
    return toWireSchedule(await addSchedule(db, ordererOf(context), { ...body, host, nowMs }))
  },
  'DELETE /maintain-s/station/report/schedules/{scheduleId}': async ({ params, context }) => {
    await removeSchedule(context.db, ordererOf(context), params.scheduleId)
    return { success: true }
  },
} satisfies Partial<FamilyHandlers<'maintain-s'>>
