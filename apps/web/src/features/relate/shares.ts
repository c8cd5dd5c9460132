/** The shares of a plant, as the calls return them. */
import type { CallReply } from '@heliograph/contract/calls.ts'
import type { relations as wireRelations } from '@heliograph/contract/maintain-s/sharing.ts'
import type { Members } from './queries.ts'

export type Member = Members['data'][number]
export type PlantInvitation = Members['invitations'][number]
export type Business = CallReply<'GET /maintain-s/station/{id}/queryRelated/businesses'>['data'][number]
export type AuditRow = CallReply<'GET /maintain-s/station/{id}/audit'>['data'][number]

/** The possible new owners: everyone who shares the plant now. */
export const isHeir = ({ role, isExpired }: Pick<Member, 'role' | 'isExpired'>): boolean =>
  role !== 'owner' && !isExpired

/** The relation of an organization to a plant; an owner has none. The type keeps it equal to the contract's list. */
export const relations: typeof wireRelations = ['installer', 'maintenance', 'operator', 'maker', 'other']
