import type { ExportDefinitionWire } from '@heliograph/contract/maintain-s/exports.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import {
  findDevices,
  listTemplates,
  type Orderer,
  removeTemplate,
  repeatExport,
  rightOf,
  saveTemplate,
  streamExport,
} from '../../delivery/exports/exports.ts'
import type { FamilyHandlers, MemberContext } from './handler.ts'
import { reportCalls } from './report-calls.ts'

const ordererOf = ({ session, membership }: MemberContext): Orderer => ({
  plantId: membership.plantId,
  userId: session.userId,
  organizationId: session.organizationId,
})

/** The call's own right lets people see the plant; what is in the file may need another one. */
function requireRightOf({ membership }: MemberContext, definition: ExportDefinitionWire): void {
  if (!membership.rights.includes(rightOf(definition))) throw new Refusal('NO_PERMISSION')
}

const reports = reportCalls(ordererOf, requireRightOf)

export const exportHandlers = {
  'POST /maintain-s/station/report/export/{id}': async ({ body, context }) => {
    requireRightOf(context, body)
    const { db, services, visit: host, nowMs } = context
    const { publicUrl } = services
    return streamExport(db, { ...ordererOf(context), definition: body, host, publicUrl, nowMs })
  },
  'GET /maintain-s/station/{id}/report/jobs': reports.listJobs,
  'POST /maintain-s/station/{id}/report/jobs': reports.order,
  'POST /maintain-s/station/{id}/report/jobs/{jobId}': async ({ params, context }) => {
    const { db, services, visit: host, nowMs } = context
    const options = { host, nowMs }
    return repeatExport(db, services.plantExports, ordererOf(context), params.jobId, options)
  },
  'DELETE /maintain-s/station/{id}/report/jobs/{jobId}': reports.removeJob,
  'GET /maintain-s/station/{id}/report/choices': async ({ params, context }) => {
    return { data: await findDevices(context.db, params.id, []) }
  },
  'GET /maintain-s/station/report/templates': async ({ context }) => ({
    data: await listTemplates(context.db, context.session.userId),
  }),
  'POST /maintain-s/station/report/templates': ({ body, context }) =>
    saveTemplate(context.db, context.session.userId, body),
  'DELETE /maintain-s/station/report/templates/{templateId}': async ({ params, context }) => {
    await removeTemplate(context.db, context.session.userId, params.templateId)
    return { success: true }
  },
  'GET /maintain-s/station/{id}/report/schedules': reports.listSchedules,
  'POST /maintain-s/station/{id}/report/schedules': reports.addSchedule,
  'DELETE /maintain-s/station/{id}/report/schedules/{scheduleId}': reports.removeSchedule,
  'POST /maintain-s/station/{id}/report/schedules/{scheduleId}/recipients': reports.setRecipients,
  'POST /maintain-s/station/{id}/report/schedules/{scheduleId}': reports.sendTest,
  'GET /maintain-s/station/{id}/report/jobs/{jobId}/file': reports.openFile,
} satisfies Partial<FamilyHandlers<'maintain-s'>>
