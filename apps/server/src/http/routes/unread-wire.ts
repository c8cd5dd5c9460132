import type { UndecodedReasons } from '@heliograph/contract/unread.ts'
import type { UnreadRecords } from '@heliograph/domain/logger.ts'

export const toUnreadReasons = (records: readonly UnreadRecords[]): UndecodedReasons =>
  records.map(({ kinds, ...same }) => ({ ...same, kinds: [...kinds] }))
