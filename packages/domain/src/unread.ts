/** Why a record of a registered logger could not be read. It is kept, and read when that becomes possible. */
export const unreadReasons = [
  'short-payload',
  'unknown-kind',
  'unknown-length',
  'no-serial',
  'no-values',
  'too-many-devices',
  'store-failed',
] as const
export type UnreadReason = (typeof unreadReasons)[number]
