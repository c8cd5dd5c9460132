import { createHash, sign } from 'node:crypto'
import type { Certificate } from './certificate.ts'
import { instant, nothing, objectId, octets, sequence, setOf, small, tagged } from './der.ts'
import type { DocumentKey } from './document-key.ts'

const DATA = '1.2.840.113549.1.7.1'
const SIGNED_DATA = '1.2.840.113549.1.7.2'
const sha256 = sequence(objectId('2.16.840.1.101.3.4.2.1'), nothing)
const rsa = sequence(objectId('1.2.840.113549.1.1.1'), nothing)

const attribute = (type: string, value: Uint8Array): Buffer => sequence(objectId(type), setOf(value))

/** A signature (CMS, RFC 5652) beside the content that it is about, with its certificate. @param digest SHA-256 of the content */
export function makeDetachedSignature(
  key: DocumentKey,
  certificate: Certificate,
  digest: Uint8Array,
  nowMs: number,
): Buffer {
  const attributes = [
    attribute('1.2.840.113549.1.9.3', objectId(DATA)),
    attribute('1.2.840.113549.1.9.5', instant(nowMs)),
    attribute('1.2.840.113549.1.9.4', octets(digest)),
    // The signature names its certificate (RFC 5035): no other one can be put in its place.
    attribute(
      '1.2.840.113549.1.9.16.2.47',
      sequence(sequence(sequence(octets(createHash('sha256').update(certificate.der).digest())))),
    ),
  ]
  const signed = setOf(...attributes)
  const signer = sequence(
    small(1),
    sequence(certificate.issuer, certificate.serial),
    sha256,
    // The same bytes as signed, under the tag of this place.
    tagged(0xa0, ...attributes.toSorted(Buffer.compare)),
    rsa,
    octets(sign('sha256', signed, key.privateKey)),
  )
  return sequence(
    objectId(SIGNED_DATA),
    tagged(
      0xa0,
      sequence(small(1), setOf(sha256), sequence(objectId(DATA)), tagged(0xa0, certificate.der), setOf(signer)),
    ),
  )
}
