import type { MessageChannel } from '@heliograph/domain/messages/message-kinds.ts'
import { addressPurpose } from '../../delivery/messages/messages.ts'
import { AUTHENTICATOR, openStored, openText, sealText, secretKey } from '../../platform/secret-key/secret-key.ts'

type Row = Readonly<Record<string, unknown>>

/** Each data center seals with a key of its own: between them a secret travels open, under their https. */
export const openForMove = (table: string, row: Row): Record<string, unknown> =>
  change(table, row, {
    secret: (secret) => openStored(secret, AUTHENTICATOR),
    target: openText,
  })

export const sealAfterMove = (table: string, row: Row): Record<string, unknown> =>
  change(table, row, {
    secret: (secret) => secretKey().seal(openStored(secret, AUTHENTICATOR), AUTHENTICATOR),
    target: sealText,
  })

type Changes = Readonly<{
  secret: (secret: Buffer) => Buffer
  target: (target: string, purpose: string) => string
}>

/** `to_jsonb` writes bytes as \\x and hex. */
function change(table: string, row: Row, to: Changes): Record<string, unknown> {
  const { secret, target, channel } = row
  if (table === 'authenticators' && typeof secret === 'string' && /^\\x[0-9a-f]*$/.test(secret))
    return { ...row, secret: `\\x${to.secret(Buffer.from(secret.slice(2), 'hex')).toString('hex')}` }
  if (table === 'message_addresses' && typeof target === 'string')
    return { ...row, target: to.target(target, addressPurpose(channel as MessageChannel)) }
  return { ...row }
}
