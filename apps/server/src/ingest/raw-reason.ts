/** Why a payload of a registered logger is kept raw (undecoded_payloads.reason). */
export type RawReason =
  | 'short-payload'
  | 'unknown-kind'
  | 'unknown-length'
  | 'no-serial'
  | 'no-values'
  | 'time-out-of-bounds'
  | 'too-many-devices'
  | 'store-failed'
  /** Read, by a profile that may be wrong: the payload is kept beside the sample. */
  | 'experimental'
  /** Sent under the logger's address on the wire, but nothing proves that it was the logger. */
  | 'unproven'
  /** Unproven, and accepted by the owner: to be taken up. */
  | 'accepted'
