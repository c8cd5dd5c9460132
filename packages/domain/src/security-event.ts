/** What is noted for the operator when somebody is refused (docs/operations.md). */
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
] as const
export type SecurityEventKind = (typeof securityEventKinds)[number]
