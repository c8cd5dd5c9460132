import { Secret, TOTP } from 'otpauth'

/** The code that an authenticator app shows for a secret (base32) at an instant. */
export const showCode = (secret: string, atMs: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 }).generate({
    timestamp: atMs,
  })

/** Six different digits. */
export const anotherCode = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
