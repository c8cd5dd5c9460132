import type { Member } from '../api/sharing.ts'

/** The possible new owners: everyone who shares the plant now. */
export const canTakeOver = ({ role, isExpired }: Pick<Member, 'role' | 'isExpired'>): boolean =>
  role !== 'owner' && !isExpired
