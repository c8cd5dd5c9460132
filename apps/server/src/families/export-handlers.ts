import type { ExportDefinitionWire } from '@heliograph/contract/maintain-s/exports.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import {
  listPlantExports,
  type Orderer,
  openPlantExport,
  orderExport,
  type PlantExport,
  readUse,
  removeExport,
  repeatExport,
  rightOf,
  streamExport,
} from '../exports/exports.ts'
import type { FamilyHandlers, MemberContext } from './handler.ts'
import { toSeconds, toSecondsOrNull } from './scales.ts'

const ordererOf = ({ session, membership }: MemberContext): Orderer => ({
  plantId: membership.plantId,
  userId: session.userId,
  organisationId: session.organisationId,
})

/** The call's own right lets people see the plant; what is in the file may need another one. */
function requireRightOf({ membership }: MemberContext, definition: ExportDefinitionWire): void {
  if (!membership.rights.includes(rightOf(definition))) throw new Refusal('NO_PERMISSION')
}

const toWire = ({ requestedAtMs, finishedAtMs, expiresAtMs, definition, ...rest }: PlantExport) => ({
  ...rest,
  definition: { ...definition, deviceIds: [...definition.deviceIds], quantities: [...definition.quantities] },
  requestedAt: toSeconds(requestedAtMs),
  finishedAt: toSecondsOrNull(finishedAtMs),
  expiresAt: toSecondsOrNull(expiresAtMs),
})

export const exportHandlers = {
  'POST /maintain-s/station/report/export/{id}': async ({ params, body, context }) => {
    requireRightOf(context, body)
    return streamExport(context.db, params.id, body, context.nowMs)
  },
  'GET /maintain-s/station/{id}/report/jobs': async ({ context }) => {
    const [exports, use] = await Promise.all([
      listPlantExports(context.db, ordererOf(context)),
      readUse(context.db.kysely, context.session.userId),
    ])
    return { data: exports.map(toWire), use }
  },
  'POST /maintain-s/station/{id}/report/jobs': async ({ body, context }) => {
    const { db, services, nowMs } = context
    requireRightOf(context, body.definition)
    return toWire(await orderExport(db, services.plantExports, ordererOf(context), { ...body, nowMs }))
  },
  'POST /maintain-s/station/{id}/report/jobs/{jobId}': async ({ params, context }) => {
    const { db, services, nowMs } = context
    return toWire(await repeatExport(db, services.plantExports, ordererOf(context), params.jobId, nowMs))
  },
  'DELETE /maintain-s/station/{id}/report/jobs/{jobId}': async ({ params, context }) => {
    await removeExport(context.db, ordererOf(context), params.jobId)
    return { success: true }
  },
  'GET /maintain-s/station/{id}/report/jobs/{jobId}/file': async ({ params, context }) =>
    openPlantExport(context.db, ordererOf(context), params.jobId, context.nowMs),
} satisfies Partial<FamilyHandlers<'maintain-s'>>
