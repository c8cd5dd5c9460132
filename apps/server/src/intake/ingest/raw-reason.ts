import type { UnreadReason } from '@heliograph/domain/unread.ts'

/** Why a payload of a registered logger is kept raw (undecoded_payloads.reason). */
export type RawReason =
  | UnreadReason
  /** Refused: counted with the logger, not as undecoded. */
  | 'time-out-of-bounds'
  /** Decoded by an experimental profile: the payload is kept beside the sample. */
  | 'experimental'
  /** Sent under the logger's address on the wire, but nothing proves that it was the logger. */
  | 'unproven'
  /** Unproven but accepted by the owner: waiting to be decoded. */
  | 'accepted'
