import { Readable } from 'node:stream'
import {
  addDomain,
  addPicture,
  addProject,
  type BrandKeeper,
  checkDomain,
  confirmDomain,
  exportBrand,
  getProject,
  getVersion,
  importBrand,
  listDomains,
  listProjects,
  readPicture,
  removeDomain,
  removeProject,
  rollBack,
  saveVersion,
  setStatus,
} from '../../platform/branding/branding.ts'
import type { FamilyHandlers, FileReply, UserContext } from './handler.ts'
import { senderOf } from './sender-of.ts'

/** The right `brandKeeper` lets in administrators only: of the organization that the session acts for, else of the server. */
const keeperOf = ({ session }: Pick<UserContext, 'session'>): BrandKeeper => ({
  userId: session.userId,
  organizationId: session.organizationId,
})

export const brandHandlers = {
  'GET /backyard-api-s/oem/project': async ({ context }) => {
    const keeper = keeperOf(context)
    const rows = await listProjects(context.db, keeper)
    const data = rows.map(({ organizationId, organizationName, domains, ...row }) => ({
      ...row,
      organization: organizationId === null ? null : { id: organizationId, name: organizationName ?? '' },
      isMine: organizationId === keeper.organizationId,
      domains,
    }))
    return { total: data.length, data }
  },
  'POST /backyard-api-s/oem/project': async ({ body, context }) => ({
    id: await addProject(context.db, keeperOf(context), { ...body, nowMs: context.nowMs }),
  }),
  'GET /backyard-api-s/oem/project/{id}': async ({ params, context }) => {
    const keeper = keeperOf(context)
    const { draft, versions } = await getProject(context.db, keeper, params.id)
    const domains = await listDomains(context.db, keeper, params.id)
    return {
      draft,
      versions,
      domains,
      trackingOrigins: keeper.organizationId === null ? context.services.brandSettings.trackingOrigins : [],
    }
  },
  'POST /backyard-api-s/oem/project/{id}': async ({ params, body, context }) => {
    const { trackingOrigins } = context.services.brandSettings
    const options = { ...body, nowMs: context.nowMs, trackingOrigins }
    return { version: await saveVersion(context.db, keeperOf(context), params.id, options) }
  },
  'DELETE /backyard-api-s/oem/project/{id}': async ({ params, context }) => {
    await removeProject(context.db, keeperOf(context), params.id)
    return { success: true }
  },
  'GET /backyard-api-s/oem/project/{id}/version/{version}': async ({ params, context }) => ({
    draft: await getVersion(context.db, keeperOf(context), params.id, params.version),
  }),
  'POST /backyard-api-s/oem/project/{id}/rollback': async ({ params, body, context }) => ({
    version: await rollBack(context.db, keeperOf(context), params.id, { ...body, nowMs: context.nowMs }),
  }),
  'POST /backyard-api-s/oem/project/{id}/status': async ({ params, body, context }) => {
    await setStatus(context.db, keeperOf(context), params.id, body.status)
    return { success: true }
  },
  'POST /backyard-api-s/oem/project/{id}/picture': async ({ params, body, context }) => {
    const bytes = Buffer.from(body.content, 'base64')
    return addPicture(
      context.db,
      keeperOf(context),
      params.id,
      { bytes, use: body.use, nowMs: context.nowMs },
      senderOf(context),
    )
  },
  'GET /backyard-api-s/oem/picture/{name}': async ({ params, context }): Promise<FileReply> => {
    const { name, type, bytes } = await readPicture(context.db, params.name)
    return { stream: Readable.from([bytes]), name, type, sizeBytes: bytes.length, isLasting: true }
  },
  'POST /backyard-api-s/oem/project/{id}/domain': async ({ params, body, context }) => {
    const ours = new URL(context.services.publicUrl).hostname
    await addDomain(context.db, keeperOf(context), params.id, { ...body, ours, nowMs: context.nowMs })
    return { success: true }
  },
  'POST /backyard-api-s/oem/project/{id}/domain/check': async ({ params, body, context }) => {
    const options = { ...body, nowMs: context.nowMs }
    await checkDomain(context.db, keeperOf(context), params.id, options, context.services.brandSettings.proofs)
    return { success: true }
  },
  'POST /backyard-api-s/oem/project/{id}/domain/confirm': async ({ params, body, context }) => {
    await confirmDomain(context.db, params.id, { ...body, nowMs: context.nowMs })
    return { success: true }
  },
  'DELETE /backyard-api-s/oem/project/{id}/domain/{domain}': async ({ params, context }) => {
    await removeDomain(context.db, keeperOf(context), params.id, params.domain)
    return { success: true }
  },
  'GET /backyard-api-s/oem/project/{id}/file': async ({ params, context }): Promise<FileReply> => {
    const bytes = Buffer.from(await exportBrand(context.db, keeperOf(context), params.id))
    const name = `brand-${params.id}.json`
    return { stream: Readable.from([bytes]), name, type: 'application/json', sizeBytes: bytes.length }
  },
  'POST /backyard-api-s/oem/project/{id}/file': async ({ params, body, context }) => {
    const options = { text: body.content, nowMs: context.nowMs }
    return { draft: await importBrand(context.db, keeperOf(context), params.id, options, senderOf(context)) }
  },
} satisfies Partial<FamilyHandlers<'backyard-api-s'>>
