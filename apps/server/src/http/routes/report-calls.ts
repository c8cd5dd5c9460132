import type { CallArguments, CallName } from '@heliograph/contract/calls.ts'
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
  sendTest,
  setRecipients,
} from '../../delivery/exports/exports.ts'
import type { UserContext } from './handler.ts'

type Body<Name extends CallName> = Readonly<{ body: CallArguments<Name>['body'] }>
type Schedule = Readonly<{ params: Readonly<{ scheduleId: number }> }>
type Job = Readonly<{ params: Readonly<{ jobId: number }> }>

/**
 * Files and schedules that a person orders. The calls of one plant and those of all plants differ in who orders.
 * @param requireRight refuses a definition whose content the person may not see
 */
export function reportCalls<Context extends UserContext>(
  ordererOf: (context: Context) => Orderer,
  requireRight: (
    context: Context,
    definition: Body<'POST /maintain-s/station/report/jobs'>['body']['definition'],
  ) => void,
) {
  type In<Parts = unknown> = Parts & Readonly<{ context: Context }>
  return {
    listJobs: async ({ context }: In) => {
      const [exports, use] = await Promise.all([
        listPlantExports(context.db, ordererOf(context)),
        readUse(context.db.kysely, context.session.userId),
      ])
      return { data: exports, use }
    },
    order: async ({ body, context }: In<Body<'POST /maintain-s/station/report/jobs'>>) => {
      const { db, services, visit: host, nowMs } = context
      requireRight(context, body.definition)
      return orderExport(db, services.plantExports, ordererOf(context), { ...body, host, nowMs })
    },
    removeJob: async ({ params, context }: In<Job>) => {
      await removeExport(context.db, ordererOf(context), params.jobId)
      return { success: true as const }
    },
    openFile: async ({ params, context }: In<Job>) =>
      openPlantExport(context.db, ordererOf(context), params.jobId, context.nowMs),
    listSchedules: async ({ context }: In) => ({ data: await listSchedules(context.db, ordererOf(context)) }),
    addSchedule: async ({ body, context }: In<Body<'POST /maintain-s/station/report/schedules'>>) => {
      requireRight(context, body.definition)
      const { db, services, visit: host, nowMs } = context
      const { mail, publicUrl } = services
      const options = { ...body, mail, publicUrl, host, nowMs, accessTokenId: context.session.accessTokenId }
      return addSchedule(db, ordererOf(context), options)
    },
    removeSchedule: async ({ params, context }: In<Schedule>) => {
      await removeSchedule(context.db, ordererOf(context), params.scheduleId)
      return { success: true as const }
    },
    setRecipients: async ({
      params,
      body,
      context,
    }: In<Schedule & Body<'POST /maintain-s/station/report/schedules/{scheduleId}/recipients'>>) => {
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
      return setRecipients(db, ordererOf(context), options)
    },
    sendTest: async ({ params, context }: In<Schedule>) => {
      const { db, services, visit: host, nowMs } = context
      await sendTest(db, services.plantExports, ordererOf(context), { id: params.scheduleId, host, nowMs })
      return { success: true as const }
    },
  }
}
