/** The page's types for accounts, organizations and moves. The wire uses the same words here. */
import type { CallInput, CallReply, DeepReadonly } from '@heliograph/contract/calls.ts'

export type { HumanCheck } from '@heliograph/contract/human-check.ts'
export type { TokenReply } from '@heliograph/contract/oauth2-s/oauth.ts'
export type { Proof } from '@heliograph/contract/proof.ts'
export type { CurrentUser, IdentityRow } from '@heliograph/contract/user-s/acc.ts'
export type { AccountMove, MoveRefusal } from '@heliograph/contract/user-s/move.ts'
export type { Organization } from '@heliograph/contract/user-s/organization.ts'
export type { Preferences } from '@heliograph/contract/user-s/profile.ts'
export type { SecurityState } from '@heliograph/contract/user-s/security.ts'

/** The blockers of an account's deletion. */
export type DeletionCheck = CallReply<'GET /user-s/acc/cancel'>['checks'][number]
export type Broker = DeepReadonly<CallReply<'GET /user-s/acc/broker'>['data'][number]>
export type AccountExport = CallReply<'GET /user-s/acc/export'>['data'][number]
export type ExportScope = CallInput<'POST /user-s/acc/export'>['body']['scope'][number]

/** Keys of an access for SOLARMAN clients; only the reply that made them has them. */
export type SolarmanKeys = CallReply<'POST /user-s/acc/token/solarman'>
