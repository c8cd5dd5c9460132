/** Holders and shares of a plant, and the calls that change them. Ends of grants are epoch s. */

import type { CallInput, CallReply } from '@heliograph/contract/calls.ts'
import type { relations as wireRelations } from '@heliograph/contract/maintain-s/sharing.ts'
import type { LanguageCode } from '@heliograph/domain/languages.ts'
import type { Proof } from './account-types.ts'
import { call } from './call.ts'

type WireMembers = CallReply<'GET /maintain-s/station/{id}/members'>
export type Member = WireMembers['data'][number]
export type PlantInvitation = WireMembers['invitations'][number]
export type Members = Readonly<{
  members: readonly Member[]
  invitations: readonly PlantInvitation[]
  /** The platform's support may look. */
  supportOpen: boolean
  isOwner: boolean
  /** The plant is offered to a new owner. */
  offer: WireMembers['offer']
}>
export type Business = CallReply<'GET /maintain-s/station/{id}/queryRelated/businesses'>['data'][number]

/** The relation of an organization to a plant; an owner has none. The type keeps it equal to the contract's list. */
export const relations: typeof wireRelations = ['installer', 'maintenance', 'operator', 'maker', 'other']
export type Relation = (typeof relations)[number]

export async function fetchMembers(plantId: number, signal?: AbortSignal): Promise<Members> {
  const wire = await call('GET /maintain-s/station/{id}/members', { params: { id: plantId } }, { signal })
  const { data: members, invitations, authOpen: supportOpen, isOwner, offer } = wire
  return { members, invitations, supportOpen, isOwner, offer }
}

export async function fetchBusinesses(plantId: number, signal?: AbortSignal): Promise<readonly Business[]> {
  const asked = { params: { id: plantId } }
  return (await call('GET /maintain-s/station/{id}/queryRelated/businesses', asked, { signal })).data
}

/** The granted flags and their end; null: no end. */
export type Granted = CallInput<'POST /maintain-s/station/{id}/members/{userId}'>['body']

/** Shares a plant with a person by email; they get an invitation in the language. */
export const inviteMember = (plantId: number, email: string, language: LanguageCode, granted: Granted) =>
  call('POST /maintain-s/station/{id}/members', { params: { id: plantId }, body: { ...granted, email, language } })

export const changeMember = (plantId: number, userId: number, granted: Granted) =>
  call('POST /maintain-s/station/{id}/members/{userId}', { params: { id: plantId, userId }, body: granted })

export const removeMember = (plantId: number, userId: number) =>
  call('DELETE /maintain-s/station/{id}/members/{userId}', { params: { id: plantId, userId } })

export const withdrawInvitation = (plantId: number, invitationId: number) =>
  call('DELETE /maintain-s/station/{id}/members/invitation/{invitationId}', { params: { id: plantId, invitationId } })

/** Shares a plant with an organization by its code. */
export const shareWithBusiness = (plantId: number, code: string, relation: Relation, granted: Granted) =>
  call('POST /maintain-s/station/addRelated/business', {
    body: { stationId: plantId, code, relation, ...granted },
  })

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
