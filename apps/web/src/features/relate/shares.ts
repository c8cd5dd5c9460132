/** Who holds or shares a plant, as the calls tell it. */
import type { CallReply } from '@heliograph/contract/calls.ts'
import type { relations as wireRelations } from '@heliograph/contract/maintain-s/sharing.ts'
import type { Members } from './queries.ts'

export type Member = Members['data'][number]
export type PlantInvitation = Members['invitations'][number]
export type Business = CallReply<'GET /maintain-s/station/{id}/queryRelated/businesses'>['data'][number]
export type AuditRow = CallReply<'GET /maintain-s/station/{id}/audit'>['data'][number]

/** Who may take the plant over: whoever shares it now. */
export const isHeir = ({ role, isExpired }: Pick<Member, 'role' | 'isExpired'>): boolean =>
  role !== 'owner' && !isExpired

/** What an organisation is to a plant; an owner has none of these. The type sees to it that it is the contract's list. */
export const relations: typeof wireRelations = ['installer', 'maintenance', 'operator', 'maker', 'other']
