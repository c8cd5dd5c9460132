import type { ExportDefinitionWire } from '@heliograph/contract/maintain-s/exports.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import {
  addSchedule,
  findDevices,
  listPlantExports,
  listSchedules,
  listTemplates,
  type Orderer,
  openPlantExport,
  orderExport,
  readUse,
  removeExport,
  removeSchedule,
  removeTemplate,
  repeatExport,
  rightOf,
  saveTemplate,
  sendTest,
  setRecipients,
  streamExport,
} from '../../delivery/exports/exports.ts'
import { toDefinition, toWireExport, toWireSchedule } from './export-wire.ts'
import type { FamilyHandlers, MemberContext } from './handler.ts'

const ordererOf = ({ session, membership }: MemberContext): Orderer => ({
  plantId: membership.plantId,
  userId: session.userId,
  organizationId: session.organizationId,
})

/** The call's own right lets people see the plant; what is in the file may need another one. */
function requireRightOf({ membership }: MemberContext, definition: ExportDefinitionWire): void {
  if (!membership.rights.includes(rightOf(definition))) throw new Refusal('NO_PERMISSION')
}

export const exportHandlers = {
  'POST /maintain-s/station/report/export/{id}': async ({ body, context }) => {
    requireRightOf(context, body)
    const { db, services, visit: host, nowMs } = context
    const { publicUrl } = services
    return streamExport(db, { ...ordererOf(context), definition: body, host, publicUrl, nowMs })
  },
  'GET /maintain-s/station/{id}/report/jobs': async ({ context }) => {
    const [exports, use] = await Promise.all([
      listPlantExports(context.db, ordererOf(context)),
      readUse(context.db.kysely, context.session.userId),
    ])
    return { data: exports.map(toWireExport), use }
  },
  'POST /maintain-s/station/{id}/report/jobs': async ({ body, context }) => {
    const { db, services, visit: host, nowMs } = context
    requireRightOf(context, body.definition)
    return toWireExport(await orderExport(db, services.plantExports, ordererOf(context), { ...body, host, nowMs }))
  },
  'POST /maintain-s/station/{id}/report/jobs/{jobId}': async ({ params, context }) => {
    const { db, services, visit: host, nowMs } = context
    const options = { host, nowMs }
    return toWireExport(await repeatExport(db, services.plantExports, ordererOf(context), params.jobId, options))
  },
  'DELETE /maintain-s/station/{id}/report/jobs/{jobId}': async ({ params, context }) => {
    await removeExport(context.db, ordererOf(context), params.jobId)
    return { success: true }
  },
  'GET /maintain-s/station/{id}/report/choices': async ({ params, context }) => {
    const devices = await findDevices(context.db, params.id, [])
    return {
      data: devices.map(({ deviceId, serial, name, type, quantities }) => ({
        deviceId,
        deviceSn: serial,
        deviceName: name,
        deviceType: type,
        quantities: [...quantities],
      })),
    }
  },
  'GET /maintain-s/station/report/templates': async ({ context }) => {
    const templates = await listTemplates(context.db, context.session.userId)
    return { data: templates.map((template) => ({ ...template, definition: toDefinition(template.definition) })) }
  },
  'POST /maintain-s/station/report/templates': async ({ body, context }) => {
    const saved = await saveTemplate(context.db, context.session.userId, body)
    return { ...saved, definition: toDefinition(saved.definition) }
  },
  'DELETE /maintain-s/station/report/templates/{templateId}': async ({ params, context }) => {
    await removeTemplate(context.db, context.session.userId, params.templateId)
    return { success: true }
  },
  'GET /maintain-s/station/{id}/report/schedules': async ({ context }) => ({
    data: (await listSchedules(context.db, ordererOf(context))).map(toWireSchedule),
  }),
  'POST /maintain-s/station/{id}/report/schedules': async ({ body, context }) => {
    requireRightOf(context, body.definition)
    const { db, services, visit: host, nowMs } = context
    const { mail, publicUrl } = services
    const options = { ...body, mail, publicUrl, host, nowMs, accessTokenId: context.session.accessTokenId }
    return toWireSchedule(await addSchedule(db, ordererOf(context), options))
  },
  'DELETE /maintain-s/station/{id}/report/schedules/{scheduleId}': async ({ params, context }) => {
    await removeSchedule(context.db, ordererOf(context), params.scheduleId)
    return { success: true }
  },
  'POST /maintain-s/station/{id}/report/schedules/{scheduleId}/recipients': async ({ params, body, context }) => {
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
  'POST /maintain-s/station/{id}/report/schedules/{scheduleId}': async ({ params, context }) => {
    const { db, services, visit: host, nowMs } = context
    await sendTest(db, services.plantExports, ordererOf(context), { id: params.scheduleId, host, nowMs })
    return { success: true }
  },
  'GET /maintain-s/station/{id}/report/jobs/{jobId}/file': async ({ params, context }) =>
    openPlantExport(context.db, ordererOf(context), params.jobId, context.nowMs),
} satisfies Partial<FamilyHandlers<'maintain-s'>>
