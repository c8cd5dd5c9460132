import { type CallName, endpoints } from '@heliograph/contract/calls.ts'
import { organizationGrant, organizationShare } from '@heliograph/contract/codecs/share.ts'
import type { UndoReason } from '@heliograph/contract/endpoint.ts'
import { hideAccount } from '@heliograph/domain/contact.ts'
import { listBin, removeFromBin, restorePlant } from '../../fleet/plants/plants.ts'
import { listPlantWrites } from '../../people/audit/audit.ts'
import { withdrawInvitation } from '../../people/organizations/organizations.ts'
import {
  acceptPlant,
  changePersonShare,
  deletePlant,
  endOffer,
  findOffer,
  type HandOverMail,
  inviteToPlant,
  leavePlant,
  listOffersTo,
  listPlantInvitations,
  listSharingOrganizations,
  listSharingPeople,
  offerPlant,
  readSupportSwitch,
  setSupportSwitch,
  shareWithOrganization,
  stopSharingWithOrganization,
  stopSharingWithPerson,
} from '../../people/sharing/sharing.ts'
import type { FamilyHandlers, UserContext } from './handler.ts'
import { toInviting } from './organization-handlers.ts'
import { confirmIdentity } from './own-change.ts'

const toHandOverMail = ({ services, visit: host }: UserContext): HandOverMail => ({
  mail: services.mail,
  publicUrl: services.publicUrl,
  host,
})

export const sharingHandlers = {
  'GET /maintain-s/station/{id}/queryRelated/businesses': async ({ params, context }) => {
    const shares = await listSharingOrganizations(context.db, params.id, context.nowMs)
    return { total: shares.length, data: shares.map(organizationShare.toWire) }
  },
  'POST /maintain-s/station/addRelated/business': async ({ body, context }) => {
    const { db, session, nowMs } = context
    return organizationShare.toWire(await shareWithOrganization(db, session, organizationGrant.fromWire(body), nowMs))
  },
  'DELETE /maintain-s/station/{id}/deleteRelated/business/{bid}': async ({ params, context }) => {
    const share = { plantId: params.id, organizationId: params.bid }
    await stopSharingWithOrganization(context.db, context.session, share)
    return { success: true }
  },
  'GET /maintain-s/station/{id}/members': async ({ params, context }) => {
    const { db, session, membership, nowMs } = context
    const asked = { plantId: params.id, isOwner: membership.isOwner, nowMs }
    const [people, offer, invitations, supportOpen] = await Promise.all([
      listSharingPeople(db, params.id, nowMs),
      findOffer(db, session, asked),
      membership.isOwner ? listPlantInvitations(db, params.id, nowMs) : [],
      membership.isOwner && readSupportSwitch(db, params.id),
    ])
    const members = people.map((sharingPerson) => {
      const isSelf = sharingPerson.userId === session.userId
      const account = membership.isOwner || isSelf ? sharingPerson.account : hideAccount(sharingPerson.account)
      return { ...sharingPerson, account, isSelf }
    })
    return { members, invitations, offer, supportOpen, isOwner: membership.isOwner }
  },
  'POST /maintain-s/station/{id}/members': async ({ params, body, context }) => {
    const { language, ...options } = body
    await inviteToPlant(context.db, context.session, toInviting(context, language), { plantId: params.id, ...options })
    return { success: true }
  },
  'POST /maintain-s/station/{id}/members/{userId}': async ({ params, body, context }) => {
    const change = { plantId: params.id, userId: params.userId, ...body }
    await changePersonShare(context.db, context.session, change, context.nowMs)
    return { success: true }
  },
  'DELETE /maintain-s/station/{id}/members/{userId}': async ({ params, context }) => {
    await stopSharingWithPerson(
      context.db,
      context.session,
      { plantId: params.id, userId: params.userId },
      context.nowMs,
    )
    return { success: true }
  },
  'DELETE /maintain-s/station/{id}/members/invitation/{invitationId}': async ({ params, context }) => {
    await withdrawInvitation(context.db, { plantId: params.id }, params.invitationId)
    return { success: true }
  },
  'POST /maintain-s/station/{id}/leave': async ({ params, context }) => {
    await leavePlant(context.db, context.session, params.id)
    return { success: true }
  },
  'POST /maintain-s/station/{id}/auth/config': async ({ params, query, context }) => {
    await setSupportSwitch(context.db, context.session, params.id, query.authOpen === '1')
    return { success: true }
  },
  'POST /maintain-s/station/{id}/owner': async ({ params, body, context }) => {
    const { proof, ...to } = body
    await confirmIdentity(context, proof)
    const options = { plantId: params.id, to, nowMs: context.nowMs, ...toHandOverMail(context) }
    await offerPlant(context.db, context.session, options)
    return { success: true }
  },
  'GET /maintain-s/station/owner/offers': async ({ context }) => {
    const offers = await listOffersTo(context.db, context.session, context.nowMs)
    return { total: offers.length, data: offers }
  },
  'POST /maintain-s/station/{id}/owner/accept': async ({ params, context }) => {
    const options = { plantId: params.id, nowMs: context.nowMs, ...toHandOverMail(context) }
    await acceptPlant(context.db, context.session, options)
    return { success: true }
  },
  'DELETE /maintain-s/station/{id}/owner': async ({ params, context }) => {
    const options = { plantId: params.id, nowMs: context.nowMs, ...toHandOverMail(context) }
    await endOffer(context.db, context.session, options)
    return { success: true }
  },
  'DELETE /maintain-s/station': async ({ body, context }) => {
    // A token with this scope was created with a proof; a program could not type one.
    if (context.session.scopes === undefined) await confirmIdentity(context, body.proof ?? {})
    await deletePlant(context.db, context.session, {
      plantId: body.id,
      name: body.name,
      nowMs: context.nowMs,
    })
    return { success: true }
  },
  'GET /maintain-s/station/bin': async ({ context }) => {
    const plants = await listBin(context.db, context.session, context.nowMs)
    return { total: plants.length, data: plants }
  },
  'POST /maintain-s/station/bin/{id}': async ({ params, context }) => {
    await restorePlant(context.db, context.session, params.id, context.nowMs)
    return { success: true }
  },
  'DELETE /maintain-s/station/bin/{id}': async ({ params, body, context }) => {
    if (context.session.scopes === undefined) await confirmIdentity(context, body.proof ?? {})
    await removeFromBin(context.db, context.session, params.id)
    return { success: true }
  },
  'GET /maintain-s/station/{id}/audit': async ({ params, query, context }) => {
    const { total, items } = await listPlantWrites(context.db, params.id, query.page, query.size)
    return { total, data: items.map((entry) => ({ ...entry, undo: entry.undo ?? reasonOf(entry.call) })) }
  },
} satisfies Partial<FamilyHandlers<'maintain-s'>>

/** A save whose values were not kept, or not any longer, is like one whose values never are. */
const reasonOf = (call: string): UndoReason => {
  const undo = Object.hasOwn(endpoints, call) ? endpoints[call as CallName].undo : undefined
  return typeof undo === 'string' ? undo : 'unkept'
}
