import { existsSync } from 'node:fs'
import { reasonOf } from './outage.ts'
import { StartRefusal } from './start-refusal.ts'

/** Modes that the driver treats as verify-full, each with its own warning. */
const readAsVerifyFull = ['prefer', 'require', 'verify-ca']
const files = ['sslrootcert', 'sslcert', 'sslkey']

/**
 * The URL as the driver should read it. Modes between "no TLS" and "verified TLS" are read as verified, as the driver
 * does, but without its warning on stderr.
 * @throws Error a sentence for the operator
 */
export function readDatabaseUrl(text: string, setting = 'DATABASE_URL'): string {
  if (!/^postgres(ql)?:\/\//.test(text))
    throw new StartRefusal(`${setting} must begin with postgres:// or postgresql://`)
  // Forms that only the driver reads, with several hosts or a socket, stay as they are.
  if (!URL.canParse(text)) return text
  const url = new URL(text)
  for (const name of files) {
    const path = url.searchParams.get(name)
    if (path && !existsSync(path))
      throw new StartRefusal(`${setting} names ${name}=${path}, but there is no such file.`)
  }
  const mode = url.searchParams.get('sslmode')
  if (mode === null || !readAsVerifyFull.includes(mode) || url.searchParams.get('uselibpqcompat') === 'true')
    return text
  url.searchParams.set('sslmode', 'verify-full')
  return url.href
}

const untrusted = /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_|CERT_|ERR_TLS_CERT)/

/**
 * A failed connection that has to do with TLS, as a sentence that says what to change; undefined for any other.
 * @param where the server, without its password
 */
export function explainTls(error: unknown, where: string): string | undefined {
  const { code, message = '' } = (error ?? {}) as { code?: string; message?: string }
  if (message.includes('does not support SSL connections'))
    return `DATABASE_URL asks for TLS (sslmode), but ${where} offers none: turn TLS on there, or say sslmode=disable where the way is safe.`
  if (code !== undefined && untrusted.test(code))
    return `The certificate of ${where} could not be verified (${reasonOf(error)}): name its issuer by sslrootcert=/path/to/ca.pem in DATABASE_URL.`
  if (code === '28000' && /no encryption|SSL off/i.test(message))
    return `${where} admits this account only over TLS: add ?sslmode=verify-full to DATABASE_URL (${message}).`
  return undefined
}
