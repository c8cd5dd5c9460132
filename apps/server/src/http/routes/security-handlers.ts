import { normalizeContact } from '@heliograph/domain/contact.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { findPlantIds } from '../../fleet/plants/plants.ts'
import {
  type AccessToken,
  addAccessToken,
  addSolarmanAccess,
  canReAuthenticate,
  changePassword,
  getSecurityState,
  listAccessTokens,
  removeAccessToken,
  removeContact,
  setContact,
} from '../../people/accounts/accounts.ts'
import { placeOf, takeCode } from '../../people/verification/verification.ts'
import type { FamilyHandlers, UserContext } from './handler.ts'
import { confirmIdentity, toChange } from './own-change.ts'
import { toSeconds, toSecondsOrNull } from './scales.ts'

const toTokenRow = (row: AccessToken) => ({
  id: row.id,
  name: row.name,
  scopes: [...row.scopes],
  plantIds: row.plantIds && [...row.plantIds],
  organization: row.organization,
  appId: row.appId,
  createdAt: toSeconds(row.createdAtMs),
  expiresAt: toSeconds(row.expiresAtMs),
  lastUsedAt: toSecondsOrNull(row.lastUsedAtMs),
})

/** A token that writes reaches calls that name no plant. @throws Refusal PARAM_ERROR */
function refusePlants(plantIds: readonly number[] | undefined): void {
  if (plantIds !== undefined) throw new Refusal('PARAM_ERROR', { field: 'body.plantIds' })
}

/** @throws Refusal NOT_FOUND for a plant that the person does not view */
async function findChosen(
  { db, session, nowMs }: UserContext,
  plantIds: readonly number[] | undefined,
): Promise<readonly number[] | undefined> {
  if (plantIds === undefined) return undefined
  const found = await findPlantIds(db, { holder: session, plantIds }, 'viewPlantInfo', nowMs)
  if (plantIds.some((id) => !found.includes(id))) throw new Refusal('NOT_FOUND')
  return found
}

export const securityHandlers = {
  'GET /user-s/acc/security': async ({ context }) => {
    const state = await getSecurityState(context.db, context.session.userId, context.nowMs)
    const { passwordChangedAtMs, authenticator, ...rest } = state
    const { isOn, sinceMs, recoveryCodesLeft } = authenticator
    return {
      ...rest,
      passwordChangedAt: toSecondsOrNull(passwordChangedAtMs),
      authenticator: { isOn, since: toSecondsOrNull(sinceMs), recoveryCodesLeft },
    }
  },
  'POST /user-s/acc/password': async ({ body, context }) => {
    await confirmIdentity(context, body.proof)
    await changePassword(context.db, body.password, toChange(context))
    return { success: true }
  },
  'POST /user-s/acc/contact': async ({ body, context }) => {
    const { db, session, nowMs } = context
    const contact = normalizeContact(body.contact)
    if (contact.kind !== body.kind) throw new Refusal('PARAM_ERROR', { field: 'body.contact' })
    if (await canReAuthenticate(db, session.userId)) await confirmIdentity(context, body.proof)
    await takeCode(db, {
      purpose: 'bind',
      target: contact.value,
      code: body.code,
      nowMs,
      from: placeOf(context.client),
    })
    await setContact(db, contact, toChange(context))
    return { success: true }
  },
  'DELETE /user-s/acc/contact': async ({ body, context }) => {
    await confirmIdentity(context, body.proof)
    await removeContact(context.db, body.kind, toChange(context))
    return { success: true }
  },
  'GET /user-s/acc/token': async ({ context }) => ({
    data: (await listAccessTokens(context.db, context.session.userId)).map(toTokenRow),
  }),
  'POST /user-s/acc/token': async ({ body, context }) => {
    await confirmIdentity(context, body.proof)
    const { db, session, client, nowMs } = context
    const { name, scopes, expiresInDays } = body
    if (scopes.some((scope) => scope !== 'plant:read')) refusePlants(body.plantIds)
    const plantIds = await findChosen(context, body.plantIds)
    const options = { name, scopes, plantIds, expiresInDays, center: client.center ?? '', nowMs }
    const { token, row } = await addAccessToken(db, session, options)
    return { token, row: toTokenRow(row) }
  },
  'POST /user-s/acc/token/solarman': async ({ body, context }) => {
    await confirmIdentity(context, body.proof)
    const { db, session, client, nowMs } = context
    const { name, expiresInDays } = body
    const { keys, row } = await addSolarmanAccess(db, session, {
      name,
      plantIds: await findChosen(context, body.plantIds),
      expiresInDays,
      center: client.center ?? '',
      nowMs,
    })
    return { ...keys, row: toTokenRow(row) }
  },
  'DELETE /user-s/acc/token/{id}': async ({ params, context }) => {
    await removeAccessToken(context.db, context.session.userId, params.id)
    return { success: true }
  },
} satisfies Partial<FamilyHandlers<'user-s'>>
