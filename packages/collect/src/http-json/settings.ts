import { findHttpProfile } from '@heliograph/devices/reads/http-json/profiles.ts'
import type { Way } from '../way.ts'

export type HttpSettings = Readonly<{
  /** The only profile to try; else all are. */
  profile?: string
  user?: string
  password?: string
  /** Of an owner, as bearer. */
  token?: string
  /** https; the certificate may be one that the device signed itself. */
  isTls?: boolean
  /** The certificate that the device must show, SHA-256 in hexadecimal; else the one that it showed first. */
  fingerprint?: string
}>

const lengths = { profile: 40, user: 100, password: 200, token: 4_000 } as const

export const readSettings: Way['readSettings'] = (value): HttpSettings => {
  const all = value ?? {}
  if (typeof all !== 'object' || Array.isArray(all)) throw new RangeError('settings')
  const read: Record<string, string | boolean> = {}
  for (const [name, item] of Object.entries(all)) {
    if (name === 'isTls') {
      if (typeof item !== 'boolean') throw new RangeError(name)
      read[name] = item
    } else if (name === 'fingerprint') {
      if (typeof item !== 'string' || !/^[0-9a-f]{64}$/i.test(item)) throw new RangeError(name)
      read[name] = item.toLowerCase()
    } else if (Object.hasOwn(lengths, name)) {
      const most = lengths[name as keyof typeof lengths]
      // A line feed in a header would begin another one.
      if (typeof item !== 'string' || item === '' || item.length > most || /[^\x20-\x7e]/.test(item))
        throw new RangeError(name)
      read[name] = item
    } else throw new RangeError(name)
  }
  if (typeof read.profile === 'string' && findHttpProfile(read.profile) === undefined) throw new RangeError('profile')
  return read as HttpSettings
}
