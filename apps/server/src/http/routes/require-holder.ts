import { Refusal } from '@heliograph/domain/errors.ts'
import type { Membership } from '../../people/accounts/accounts.ts'

/** This server speaks into the owner's network: people with whom the plant is shared do not send it there. */
export function requireHolder({ role }: Membership): void {
  if (role !== 'owner') throw new Refusal('NO_PERMISSION')
}
