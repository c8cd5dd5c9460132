import { type DataCenter, dataCenters } from '@heliograph/domain/regions.ts'
import { LEAST_SECRET_BITS, secretBits } from '@heliograph/domain/secret-strength.ts'

/** Another data center's URL as this server reaches it, without a trailing slash. */
export type OtherDataCenter = Readonly<{
  center: DataCenter
  url: string
  /** The URL for people to open it directly, if there is one. */
  publicUrl: string | null
}>
export type DataCenterConfig = Readonly<{
  here: DataCenter
  others: readonly OtherDataCenter[]
  /** The secret shared with the other data centers; a server must present it to be trusted as one. */
  secret: string | undefined
}>

const SHORTEST_SECRET = 16

/** @throws Error that names the invalid variable */
export function readDataCenters(env: NodeJS.ProcessEnv): DataCenterConfig {
  const here = env.DATA_CENTER || 'FOREIGN_1'
  if (!isCenter(here)) throw new Error(`DATA_CENTER must be one of ${dataCenters.join(', ')}, not "${here}"`)
  const others = dataCenters
    .filter((center) => center !== here)
    .flatMap((center): OtherDataCenter[] => {
      const url = readUrl(env, `DATA_CENTER_${center}_URL`)
      return url === null ? [] : [{ center, url, publicUrl: readUrl(env, `DATA_CENTER_${center}_PUBLIC_URL`) }]
    })
  const secret = env.DATA_CENTER_SECRET || undefined
  if (others.length > 0 && (secret?.length ?? 0) < SHORTEST_SECRET)
    throw new Error(
      `DATA_CENTER_SECRET must have at least ${SHORTEST_SECRET} characters where another data center is named`,
    )
  if (secret !== undefined && secretBits(secret) < LEAST_SECRET_BITS)
    throw new Error('DATA_CENTER_SECRET can be guessed: take what `openssl rand -base64 32` prints')
  return { here, others, secret }
}

const isCenter = (text: string): text is DataCenter => (dataCenters as readonly string[]).includes(text)

const isLoopback = (host: string): boolean => host === 'localhost' || host === '[::1]' || /^127\./.test(host)

function readUrl(env: NodeJS.ProcessEnv, name: string): string | null {
  const text = env[name]
  if (!text) return null
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !['http:', 'https:'].includes(url.protocol) || url.search !== '' || url.hash !== '')
    throw new Error(`${name} must be a web address without query, not "${text}"`)
  // Password hashes and the shared secret travel on it.
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw new Error(`${name} must begin with https://, unless it is on this machine`)
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}
