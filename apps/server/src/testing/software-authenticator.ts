import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** The options of `navigator.credentials` that an authenticator reads. */
type Options = Readonly<Record<string, unknown>>
type Use = Readonly<{
  /** The page's origin; the authenticator's own, unless a test lies. */
  origin?: string
  host?: string
  /** The next counter; one more than last time, unless a test lies. */
  counter?: number
  /** Whether a fingerprint or PIN was checked. */
  isVerified?: boolean
  /** The credential ID of the reply; its own, unless a test lies. */
  id?: string
}>
export type SoftwareAuthenticator = Readonly<{
  id: string
  create: (options: Options, use?: Use & { attestation?: Cbor }) => Record<string, unknown>
  get: (options: Options, use?: Use) => Record<string, unknown>
}>

type Cbor = number | string | Buffer | readonly Cbor[] | ReadonlyMap<number | string, Cbor>

/** The part of RFC 8949 that an authenticator needs: integers, bytes, text, arrays and maps. */
export function encodeCbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(encodeCbor)])
  const pairs = [...(value as ReadonlyMap<number | string, Cbor>)]
  return Buffer.concat([head(5, pairs.length), ...pairs.flatMap(([key, one]) => [encodeCbor(key), encodeCbor(one)])])
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length])
  if (length < 256) return Buffer.from([(major << 5) | 24, length])
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255])
}

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest()
const toText = (data: Buffer): string => data.toString('base64url')

/** A passkey that really signs (Web Authentication, section 6; ES256), kept in memory. */
export function createSoftwareAuthenticator(made: Readonly<{ origin: string; host: string }>): SoftwareAuthenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const idBytes = randomBytes(32)
  const id = toText(idBytes)
  let counter = 0
  let userHandle: string | undefined

  const clientDataOf = (type: string, options: Options, origin = made.origin): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge: options.challenge, origin, crossOrigin: false }))
  // Byte 32: user present (1), verified (4), with a new credential (64); then the counter.
  const authDataOf = (use: Use, isNew: boolean): Buffer => {
    counter = use.counter ?? counter + 1
    const flags = 1 | (use.isVerified === false ? 0 : 4) | (isNew ? 64 : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(use.host ?? made.host), Buffer.from([flags]), count])
  }

  return {
    id,
    create: (options, use = {}) => {
      userHandle = (options.user as { id: string }).id
      const length = Buffer.from([idBytes.length >> 8, idBytes.length & 255])
      const authData = Buffer.concat([authDataOf(use, true), Buffer.alloc(16), length, idBytes, toCoseKey(publicKey)])
      const attestation = new Map<string, Cbor>([
        ['fmt', use.attestation === undefined ? 'none' : 'packed'],
        ['attStmt', use.attestation ?? new Map()],
        ['authData', authData],
      ])
      const response = {
        clientDataJSON: toText(clientDataOf('webauthn.create', options, use.origin)),
        attestationObject: toText(encodeCbor(attestation)),
        transports: ['internal'],
      }
      return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }
    },
    get: (options, use = {}) => {
      const clientData = clientDataOf('webauthn.get', options, use.origin)
      const authData = authDataOf(use, false)
      const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), privateKey)
      const response = {
        clientDataJSON: toText(clientData),
        authenticatorData: toText(authData),
        signature: toText(signature),
        userHandle,
      }
      const shown = use.id ?? id
      return { id: shown, rawId: shown, type: 'public-key', clientExtensionResults: {}, response }
    },
  }
}

/** RFC 9053, section 7.1: an EC2 key on P-256 for ES256. */
function toCoseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return encodeCbor(
    new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
}
