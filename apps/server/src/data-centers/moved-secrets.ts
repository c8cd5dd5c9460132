import { AUTHENTICATOR, openStored, secretKey } from '../secret-key/secret-key.ts'

type Row = Readonly<Record<string, unknown>>

/** Each data center seals with a key of its own: between them a secret travels open, under their https. */
export const openForMove = (table: string, row: Row): Record<string, unknown> =>
  change(table, row, (secret) => openStored(secret, AUTHENTICATOR))

export const sealAfterMove = (table: string, row: Row): Record<string, unknown> =>
  change(table, row, (secret) => secretKey().seal(openStored(secret, AUTHENTICATOR), AUTHENTICATOR))

/** `to_jsonb` writes bytes as \\x and hex. */
function change(table: string, row: Row, to: (secret: Buffer) => Buffer): Record<string, unknown> {
  const { secret } = row
  if (table !== 'authenticators' || typeof secret !== 'string' || !/^\\x[0-9a-f]*$/.test(secret)) return { ...row }
  return { ...row, secret: `\\x${to(Buffer.from(secret.slice(2), 'hex')).toString('hex')}` }
}
