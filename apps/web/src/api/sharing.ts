/** Holders and shares of a plant, and the calls that change them. */

import type { CallReply } from '@heliograph/contract/calls.ts'
import { type OrganizationGrant, organizationGrant, organizationShare } from '@heliograph/contract/codecs/share.ts'
import type { relations as wireRelations } from '@heliograph/contract/maintain-s/sharing.ts'
import type { LanguageCode } from '@heliograph/domain/languages.ts'
import type { Grant, OrganizationShare } from '@heliograph/domain/share.ts'
import type { Proof } from './account-types.ts'
import { call } from './call.ts'

export type Members = CallReply<'GET /maintain-s/station/{id}/members'>
export type Member = Members['members'][number]
export type PlantInvitation = Members['invitations'][number]
export type Business = OrganizationShare

/** The relation of an organization to a plant; an owner has none. The type keeps it equal to the contract's list. */
export const relations: typeof wireRelations = ['installer', 'maintenance', 'operator', 'maker', 'other']
export type Relation = (typeof relations)[number]

export const fetchMembers = (plantId: number, signal?: AbortSignal): Promise<Members> =>
  call('GET /maintain-s/station/{id}/members', { params: { id: plantId } }, { signal })

export async function fetchBusinesses(plantId: number, signal?: AbortSignal): Promise<readonly Business[]> {
  const asked = { params: { id: plantId } }
  const { data } = await call('GET /maintain-s/station/{id}/queryRelated/businesses', asked, { signal })
  return data.map(organizationShare.fromWire)
}

/** Shares a plant with a person by email; they get an invitation in the language. */
export const inviteMember = (plantId: number, email: string, language: LanguageCode, granted: Grant) =>
  call('POST /maintain-s/station/{id}/members', { params: { id: plantId }, body: { ...granted, email, language } })

export const changeMember = (plantId: number, userId: number, granted: Grant) =>
  call('POST /maintain-s/station/{id}/members/{userId}', { params: { id: plantId, userId }, body: granted })

export const removeMember = (plantId: number, userId: number) =>
  call('DELETE /maintain-s/station/{id}/members/{userId}', { params: { id: plantId, userId } })

export const withdrawInvitation = (plantId: number, invitationId: number) =>
  call('DELETE /maintain-s/station/{id}/members/invitation/{invitationId}', { params: { id: plantId, invitationId } })

/** Shares a plant with an organization by its code. */
export const shareWithBusiness = (grant: OrganizationGrant) =>
  call('POST /maintain-s/station/addRelated/business', { body: organizationGrant.toWire(grant) })

export const removeBusiness = (plantId: number, organizationId: number) =>
  call('DELETE /maintain-s/station/{id}/deleteRelated/business/{bid}', { params: { id: plantId, bid: organizationId } })

/** Opens a plant to the platform's support, or closes it. */
export const setSupport = (plantId: number, open: boolean) =>
  call('POST /maintain-s/station/{id}/auth/config', { params: { id: plantId }, query: { authOpen: open ? '1' : '0' } })

type NewOwner = Readonly<{ userId: number } | { organizationId: number }>
/** Asks the new owner to accept the plant. */
export const offerPlant = (plantId: number, to: NewOwner, proof: Proof) =>
  call('POST /maintain-s/station/{id}/owner', { params: { id: plantId }, body: { ...to, proof } })

export type PlantOffer = CallReply<'GET /maintain-s/station/owner/offers'>['data'][number]
/** Plants that the user, or the organization they administer, is asked to accept. */
export const fetchOffers = async (signal?: AbortSignal): Promise<readonly PlantOffer[]> =>
  (await call('GET /maintain-s/station/owner/offers', {}, { signal })).data

export const acceptPlant = (plantId: number) =>
  call('POST /maintain-s/station/{id}/owner/accept', { params: { id: plantId } })

/** Withdraws an own offer, or declines one. */
export const endOffer = (plantId: number) => call('DELETE /maintain-s/station/{id}/owner', { params: { id: plantId } })
