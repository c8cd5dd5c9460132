import type { ExportKind } from '@heliograph/domain/plant-export.ts'
import { confirmRecipient, lookAtOffer, type Orderer, openSharedExport } from '../../delivery/exports/exports.ts'
import { findSigned } from '../../platform/signing/signing.ts'
import type { FamilyHandlers, UserContext } from './handler.ts'
import { reportCalls } from './report-calls.ts'

/** All plants whose figures the session may see; which they are is asked when the report is made. */
const ordererOf = ({ session }: UserContext): Orderer => ({
  plantId: null,
  userId: session.userId,
  organizationId: session.organizationId,
})

// The right is asked when the report is made, for each plant.
const reports = reportCalls(ordererOf, () => {})

export const fleetReportHandlers = {
  'GET /maintain-s/station/report/jobs': reports.listJobs,
  'POST /maintain-s/station/report/jobs': reports.order,
  'DELETE /maintain-s/station/report/jobs/{jobId}': reports.removeJob,
  'GET /maintain-s/station/report/jobs/{jobId}/file': reports.openFile,
  'GET /maintain-s/station/report/schedules': reports.listSchedules,
  'POST /maintain-s/station/report/schedules': reports.addSchedule,
  'DELETE /maintain-s/station/report/schedules/{scheduleId}': reports.removeSchedule,
  'POST /maintain-s/station/report/schedules/{scheduleId}/recipients': reports.setRecipients,
  'POST /maintain-s/station/report/schedules/{scheduleId}': reports.sendTest,
  'GET /maintain-s/station/report/offer/{token}': async ({ params, context }) =>
    lookAtOffer(context.db, params.token, context.nowMs),
  'POST /maintain-s/station/report/offer/{token}': async ({ params, context }) => {
    await confirmRecipient(context.db, params.token, context.nowMs)
    return { success: true }
  },
  'GET /maintain-s/station/report/signed/{digest}': async ({ params, context }) => {
    const { kind, ...file } = await findSigned(context.db, params.digest)
    return { ...file, kind: kind as ExportKind }
  },
  'GET /maintain-s/station/report/shared/{token}': async ({ params, context }) =>
    openSharedExport(context.db, params.token, context.nowMs),
} satisfies Partial<FamilyHandlers<'maintain-s'>>
