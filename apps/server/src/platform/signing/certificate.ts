import { createHash, sign } from 'node:crypto'
import { DAY_MS } from '@heliograph/domain/duration.ts'
import { bits, instant, integer, nothing, objectId, octets, sequence, setOf, small, tagged, text, yes } from './der.ts'
import type { DocumentKey } from './document-key.ts'

/** A certificate of this installation, with the parts of it that a signature names. All DER. */
export type Certificate = Readonly<{ der: Buffer; issuer: Buffer; serial: Buffer }>

/** About 20 years. */
const VALID_MS = 7_305 * DAY_MS
/** X.520, upper bound of a common name and of an organization's. */
const MOST_LETTERS = 64

export const sha256WithRsa = sequence(objectId('1.2.840.113549.1.1.11'), nothing)

const named = (type: string, words: string): Buffer =>
  setOf(sequence(objectId(type), text([...words].slice(0, MOST_LETTERS).join(''))))

const extension = (type: string, value: Uint8Array, isCritical: boolean): Buffer =>
  sequence(objectId(type), ...(isCritical ? [yes] : []), octets(value))

/**
 * The self-signed certificate of the key under a brand's name. The same name always gives the same bytes, so that its
 * fingerprint stays.
 * @param place the host of this installation
 */
export function makeCertificate(
  { privateKey, publicDer, createdAtMs }: DocumentKey,
  { name, place }: Readonly<{ name: string; place: string }>,
): Certificate {
  const issuer = sequence(named('2.5.4.10', place), named('2.5.4.3', name))
  const digest = createHash('sha256').update(publicDer).update(issuer).digest()
  const serial = integer(Buffer.concat([Buffer.from([1]), digest.subarray(0, 15)]))
  const keyId = octets(createHash('sha1').update(publicDer).digest())
  const fromMs = Math.floor(createdAtMs / 1000) * 1000
  const wanted = sequence(
    tagged(0xa0, small(2)),
    serial,
    sha256WithRsa,
    issuer,
    sequence(instant(fromMs), instant(fromMs + VALID_MS)),
    issuer,
    publicDer,
    tagged(
      0xa3,
      sequence(
        extension('2.5.29.19', sequence(), true),
        // Digital signature and content commitment.
        extension('2.5.29.15', bits(Buffer.from([0xc0]), 6), true),
        extension('2.5.29.14', keyId, false),
      ),
    ),
  )
  return { der: sequence(wanted, sha256WithRsa, bits(sign('sha256', wanted, privateKey))), issuer, serial }
}

/** SHA-256 of the certificate, as readers of PDFs show it: pairs of digits. */
export const fingerprintOf = ({ der }: Certificate): string =>
  (createHash('sha256').update(der).digest('hex').toUpperCase().match(/../g) ?? []).join(':')
