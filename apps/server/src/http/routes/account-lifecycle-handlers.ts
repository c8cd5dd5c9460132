import { Refusal } from '@heliograph/domain/errors.ts'
import {
  createExportLink,
  deleteAccount,
  listExports,
  openExport,
  requestExport,
  requireDeletable,
  viewDeletionPlan,
} from '../../operator/account-lifecycle/account-lifecycle.ts'
import type { FamilyHandlers, UserContext } from './handler.ts'
import { confirmIdentity } from './own-change.ts'

/**
 * The account belongs to the person: an organization's identity neither exports nor deletes it (domain/permissions.ts).
 */
function requirePerson({ session }: UserContext): number {
  if (session.organizationId !== null) throw new Refusal('NO_PERMISSION')
  return session.userId
}

export const leavingHandlers = {
  'GET /user-s/acc/export': async ({ context }) => {
    const { db, nowMs, services } = context
    const { exports, ...rest } = await listExports(db, requirePerson(context), nowMs)
    return { data: exports, ...rest, plantLimit: services.accountExports.plantLimit }
  },
  'POST /user-s/acc/export': async ({ body, context }) => {
    const { db, nowMs, services } = context
    const userId = requirePerson(context)
    await confirmIdentity(context, body.proof)
    return await requestExport(db, services.accountExports, { userId, scope: body.scope, nowMs })
  },
  'POST /user-s/acc/export/{id}/link': async ({ params, context }) => {
    const key = await createExportLink(context.db, requirePerson(context), params.id, context.nowMs)
    return { url: `/user-s/acc/export/${params.id}/file?key=${key}` }
  },
  'GET /user-s/acc/export/{id}/file': async ({ params, query, context }) => {
    const { db, nowMs } = context
    return openExport(db, { id: params.id, key: query.key, nowMs })
  },
  'GET /user-s/acc/cancel': async ({ context }) => {
    const { checks, plants, phrase } = await viewDeletionPlan(context.db, requirePerson(context), context.nowMs)
    return { checks, plants, phrase }
  },
  'POST /user-s/acc/cancel': async ({ body, context }) => {
    const { db, nowMs, services, visit: host } = context
    const options = { userId: requirePerson(context), phrase: body.phrase, nowMs }
    await requireDeletable(db, options)
    await confirmIdentity(context, body.proof)
    await deleteAccount(db, services.mail, { ...options, language: body.language, host })
    await context.dropSession()
    return { success: true }
  },
} satisfies Partial<FamilyHandlers<'user-s'>>
