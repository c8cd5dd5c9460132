import type { Way } from '../way.ts'

export type HaSettings = Readonly<{
  /** A long-lived access token of a user of Home Assistant. */
  token: string
  isTls?: boolean
  /** Asked through Home Assistant's Supervisor, with the token of an add-on. */
  isSupervisor?: boolean
  /** The certificate that must be shown, SHA-256 in hexadecimal; else the one that was shown first. */
  fingerprint?: string
}>

export const readSettings: Way['readSettings'] = (value): HaSettings => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new RangeError('token')
  const { token, isTls, isSupervisor, fingerprint, ...rest } = value as Partial<Record<string, unknown>>
  const [other] = Object.keys(rest)
  if (other !== undefined) throw new RangeError(other)
  if (typeof token !== 'string' || !/^[\x21-\x7e]{1,1000}$/.test(token)) throw new RangeError('token')
  if (isTls !== undefined && typeof isTls !== 'boolean') throw new RangeError('isTls')
  // It speaks no TLS inside its own network.
  if (isSupervisor !== undefined && (typeof isSupervisor !== 'boolean' || (isSupervisor && isTls)))
    throw new RangeError('isSupervisor')
  if (fingerprint !== undefined && (typeof fingerprint !== 'string' || !/^[0-9a-f]{64}$/i.test(fingerprint)))
    throw new RangeError('fingerprint')
  return {
    token,
    ...(isTls !== undefined && { isTls }),
    ...(isSupervisor && { isSupervisor }),
    ...(fingerprint !== undefined && { fingerprint: fingerprint.toLowerCase() }),
  }
}
