import type { Member } from '../../api/sharing.ts'

/** Who may take the plant over: whoever shares it now. */
export const isHeir = ({ role, isExpired }: Pick<Member, 'role' | 'isExpired'>): boolean =>
  role !== 'owner' && !isExpired
