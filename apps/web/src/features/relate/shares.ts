/** Who holds or shares a plant, as the calls tell it. */
import type {
  auditRow,
  businessRow,
  memberRow,
  plantInvitationRow,
  relations as wireRelations,
} from '@heliograph/contract/maintain-s/sharing.ts'
import type { z } from 'zod'

export type Member = z.infer<typeof memberRow>
export type Business = z.infer<typeof businessRow>
export type PlantInvitation = z.infer<typeof plantInvitationRow>
export type AuditRow = z.infer<typeof auditRow>

/** Who may take the plant over: whoever shares it now. */
export const isHeir = ({ role, isExpired }: Pick<Member, 'role' | 'isExpired'>): boolean =>
  role !== 'owner' && !isExpired

/** What an organisation is to a plant; an owner has none of these. The type sees to it that it is the contract's list. */
export const relations: typeof wireRelations = ['installer', 'maintenance', 'operator', 'maker', 'other']
