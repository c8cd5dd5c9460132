import { createHash, randomBytes } from 'node:crypto'

const algorithms: Readonly<Record<string, string>> = { md5: 'md5', 'sha-256': 'sha256' }
const SESSION = /-sess$/i

type Challenge = Readonly<{
  realm: string
  nonce: string
  /** As the device writes it, or absent as there. */
  algorithm: string | undefined
  hash: string
  opaque: string | undefined
  hasQop: boolean
}>

/** Challenges of one header: several stand behind each other, and a scheme follows a comma or begins the header. */
const challengeStart = /(?:^|,)\s*([A-Za-z][\w-]*)\s+(?=\w+\s*=)/g

/** The first digest that we can answer in a `www-authenticate` header (RFC 7616, RFC 7235), or undefined. */
function readChallenge(header: string): Challenge | undefined {
  const starts = [...header.slice(0, 4_000).matchAll(challengeStart)]
  for (const [index, found] of starts.entries()) {
    if (found[1]?.toLowerCase() !== 'digest') continue
    const challenge = readDigest(header.slice(found.index + found[0].length, starts[index + 1]?.index))
    if (challenge) return challenge
  }
  return undefined
}

function readDigest(parameters: string): Challenge | undefined {
  const fields = new Map<string, string>()
  for (const [, name = '', quoted, plain] of parameters.matchAll(/(\w+)\s*=\s*(?:"([^"]{0,500})"|([^\s,"]{1,500}))/g))
    fields.set(name.toLowerCase(), quoted ?? plain ?? '')
  const { realm, nonce, opaque, qop = '', algorithm } = Object.fromEntries(fields)
  const name = (algorithm ?? 'md5').toLowerCase().replace(SESSION, '')
  const hash = Object.hasOwn(algorithms, name) ? algorithms[name] : undefined
  if (realm === undefined || nonce === undefined || hash === undefined) return undefined
  const offers = qop.split(',').map((item) => item.trim().toLowerCase())
  if (qop !== '' && !offers.includes('auth')) return undefined
  return { realm, nonce, algorithm, hash, opaque, hasQop: qop !== '' }
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
  const hash = (text: string): string => createHash(asked.hash).update(text).digest('hex')
  const count = '00000001'
  const isSession = algorithm !== undefined && SESSION.test(algorithm)
  const account = hash(`${user}:${realm}:${password}`)
  const secret = isSession ? hash(`${account}:${nonce}:${cnonce}`) : account
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
    ...(algorithm === undefined ? [] : [`algorithm=${algorithm}`]),
    ...(hasQop ? ['qop=auth', `nc=${count}`] : []),
    ...(hasQop || isSession ? [`cnonce=${quote(cnonce)}`] : []),
    `response=${quote(response)}`,
    ...(opaque === undefined ? [] : [`opaque=${quote(opaque)}`]),
  ].join(', ')
}
