import { createHash, randomBytes } from 'node:crypto'

const algorithms: Readonly<Record<string, string>> = { MD5: 'md5', 'SHA-256': 'sha256' }

type Challenge = Readonly<{
  realm: string
  nonce: string
  algorithm: string
  opaque: string | undefined
  hasQop: boolean
}>

/** The challenge of a `www-authenticate: Digest` header that we can answer (RFC 7616), or undefined. */
function readChallenge(header: string): Challenge | undefined {
  if (!/^\s*digest\s/i.test(header)) return undefined
  const fields = new Map<string, string>()
  for (const [, name = '', quoted, plain] of header.matchAll(/(\w+)\s*=\s*(?:"([^"]{0,500})"|([^\s,"]{1,500}))/g))
    fields.set(name.toLowerCase(), quoted ?? plain ?? '')
  const { realm, nonce, opaque, qop, algorithm = 'MD5' } = Object.fromEntries(fields)
  if (realm === undefined || nonce === undefined || !Object.hasOwn(algorithms, algorithm)) return undefined
  const offers = qop?.split(',').map((item) => item.trim())
  if (offers !== undefined && !offers.includes('auth')) return undefined
  return { realm, nonce, algorithm, opaque, hasQop: offers !== undefined }
}

/** The `authorization` header that answers a challenge to a GET; undefined for one that we do not know. */
export function answerDigest(
  challenge: string,
  {
    user,
    password,
    path,
    cnonce = randomBytes(8).toString('hex'),
  }: Readonly<{
    user: string
    password: string
    path: string
    cnonce?: string
  }>,
): string | undefined {
  const asked = readChallenge(challenge)
  if (asked === undefined) return undefined
  const { realm, nonce, algorithm, opaque, hasQop } = asked
  const hash = (text: string): string =>
    createHash(algorithms[algorithm] as string)
      .update(text)
      .digest('hex')
  const count = '00000001'
  const secret = hash(`${user}:${realm}:${password}`)
  const request = hash(`GET:${path}`)
  const response = hash(
    hasQop ? [secret, nonce, count, cnonce, 'auth', request].join(':') : [secret, nonce, request].join(':'),
  )
  const quote = (text: string): string => `"${text.replace(/["\\]/g, '')}"`
  return [
    `Digest username=${quote(user)}`,
    `realm=${quote(realm)}`,
    `nonce=${quote(nonce)}`,
    `uri=${quote(path)}`,
    `algorithm=${algorithm}`,
    ...(hasQop ? ['qop=auth', `nc=${count}`, `cnonce=${quote(cnonce)}`] : []),
    `response=${quote(response)}`,
    ...(opaque === undefined ? [] : [`opaque=${quote(opaque)}`]),
  ].join(', ')
}
