import { readFileSync, statSync } from 'node:fs'
import { createSecureContext, type SecureContext } from 'node:tls'
import { MINUTE_MS } from '@heliograph/domain/duration.ts'

/** PEM files: the certificate with its chain, and its private key. */
export type TlsFiles = Readonly<{ certFile: string; keyFile: string }>

/**
 * The certificate of an encrypted port. A renewed one is taken within a minute; while its files do not fit each
 * other, the one before serves on.
 * @throws Error naming the file that cannot be read, or what does not fit, when nothing was read yet
 */
export function createTlsContext({ certFile, keyFile }: TlsFiles, nowMs: () => number): () => SecureContext {
  const read = (): { stamp: string; context: SecureContext } => ({
    stamp: stampOf(certFile, keyFile),
    context: createSecureContext({ cert: readFileSync(certFile), key: readFileSync(keyFile), minVersion: 'TLSv1.2' }),
  })
  let current = read()
  let lookedAtMs = nowMs()
  return () => {
    if (nowMs() - lookedAtMs >= MINUTE_MS) {
      lookedAtMs = nowMs()
      try {
        if (stampOf(certFile, keyFile) !== current.stamp) current = read()
      } catch {
        // Half renewed: looked at again in a minute.
      }
    }
    return current.context
  }
}

const stampOf = (...files: readonly string[]): string => files.map((file) => statSync(file).mtimeMs).join(' ')
