/** Events that are noted for the operator (docs/operations.md): refused callers, and a clock that cannot be right. */
export const securityEventKinds = [
  'signInFailed',
  'secondFactorFailed',
  'proofFailed',
  'codeFailed',
  'humanCheckFailed',
  'locked',
  'tokenInvalid',
  'tokenReused',
  'rightRefused',
  'foreignPage',
  'peerRefused',
  'tooMany',
  'clockDoubted',
] as const
export type SecurityEventKind = (typeof securityEventKinds)[number]
