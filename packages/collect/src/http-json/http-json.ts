import { findAll, holds } from '@heliograph/devices/reads/http-json/json-path.ts'
import type { HttpProfile, HttpRequest } from '@heliograph/devices/reads/http-json/profile.ts'
import { findHttpProfile, httpProfiles } from '@heliograph/devices/reads/http-json/profiles.ts'
import { type HttpReading, readHttp } from '@heliograph/devices/reads/http-json/read-http.ts'
import { readReply } from '@heliograph/devices/reads/http-json/reply.ts'
import type { Candidate, Io, Opened, Target, Tell, Way } from '../way.ts'
import { answerDigest } from './digest.ts'
import { get } from './get.ts'
import { type HttpSettings, readSettings } from './settings.ts'

/** Of a list that a device names: inverters behind one gateway. */
const MOST_EACH = 20
const NOT_ALLOWED = 'not allowed'
const MOST_RAW_CHARS = 16 * 1024

/** Devices with a local HTTP API that a profile describes. Every request is a GET, on the address that was checked. */
export const httpJson: Way = {
  id: 'http-json',
  ports: [80, 443, 8080],
  secrets: ['password', 'token'],
  readSettings,
  probe: async (value, io) => {
    const settings = value as HttpSettings
    const only = settings.profile === undefined ? undefined : findHttpProfile(settings.profile)
    let failure: unknown
    for (const profile of only ? [only] : httpProfiles) {
      const session = createSession(profile, settings, io)
      try {
        const { request, when } = profile.identify
        const name = await session.ask(request)
        if (name === undefined || !holds({ [request]: name }, when)) continue
        const readings = await session.read()
        if (readings.length === 0 && session.wasRefused()) throw new Error(NOT_ALLOWED)
        if (readings.length > 0) return readings.map((item) => toCandidate(profile, item, session.fingerprint()))
      } catch (error) {
        failure = error
      }
    }
    if (failure !== undefined) throw failure
    return []
  },
  open: openTarget,
}

type Opens = Readonly<{ profile: string; fingerprint?: string }>

const toCandidate = (
  profile: HttpProfile,
  { key, decoded, role }: HttpReading,
  fingerprint: string | undefined,
): Candidate => ({
  key,
  maker: profile.maker,
  model: decoded.texts.model ?? profile.title,
  serial: decoded.deviceSerial,
  ...(decoded.texts.firmware !== undefined && { firmware: decoded.texts.firmware }),
  confidence: 0.95,
  why: 'model',
  ...(role && { role }),
  opens: { profile: profile.id, ...(fingerprint !== undefined && { fingerprint }) } satisfies Opens,
})

async function openTarget({ settings, devices }: Target, io: Io, tell: Tell): Promise<Opened> {
  const opens = devices[0]?.opens as Opens | undefined
  const profile = findHttpProfile(opens?.profile ?? '')
  if (profile === undefined) throw new Error('no profile')
  const session = createSession(
    profile,
    { ...(opens?.fingerprint !== undefined && { fingerprint: opens.fingerprint }), ...(settings as HttpSettings) },
    io,
  )
  let tellEnd: (reason: string) => void = () => {}
  const ended = new Promise<string>((resolve) => {
    tellEnd = resolve
  })
  return {
    isSingle: false,
    ended,
    close: () => tellEnd('closed'),
    poll: async () => {
      const readings = await session.read()
      for (const { key, serial } of devices) {
        const same = readings.find((item) => item.key === key) ?? readings.find((item) => isSame(item, serial))
        if (same !== undefined && !isSame(same, serial)) tell.otherDevice(key, same.decoded.deviceSerial)
        else if (same === undefined || same.isAsleep) tell.asleep(key)
        else tell.heard({ deviceKey: key, decoded: same.decoded, raw: session.raw() })
      }
    },
  }
}

const isSame = ({ decoded }: HttpReading, serial: string): boolean => decoded.deviceSerial === serial

type Session = Readonly<{
  /** The reply of a request without `each`; undefined: none that fits. */
  ask: (name: string) => Promise<unknown>
  /** Asks everything. @throws Error when a request that is needed fails */
  read: () => Promise<readonly HttpReading[]>
  /** The start of the replies. */
  raw: () => Uint8Array
  fingerprint: () => string | undefined
  /** Whether a request wanted another password or token. */
  wasRefused: () => boolean
}>

function createSession(profile: HttpProfile, settings: HttpSettings, io: Io): Session {
  let { fingerprint } = settings
  let bodies = ''
  let wasRefused = false
  const isTls = settings.isTls ?? false

  const fetchText = async (item: HttpRequest, path: string): Promise<string | undefined> => {
    const connection = {
      isTls,
      fingerprint,
      onCertificate: (shown: string) => {
        fingerprint = shown
      },
    }
    const first = await get(io, path, {
      ...connection,
      ...(item.isOpen ? {} : { authorization: authorize(profile, settings) }),
    })
    const { user = profile.user ?? '', password } = settings
    const answer =
      first.status === 401 && first.challenge !== undefined && password !== undefined && profile.auth.includes('digest')
        ? answerDigest(first.challenge, { user, password, path })
        : undefined
    const reply = answer === undefined ? first : await get(io, path, { ...connection, authorization: answer })
    if (reply.status === 401 || reply.status === 403) {
      wasRefused = true
      throw new Error(NOT_ALLOWED)
    }
    if (reply.status !== 200) return undefined
    bodies = `${bodies}${path} ${reply.body}\n`.slice(0, MOST_RAW_CHARS)
    return reply.body
  }
  const fetchReply = async (item: HttpRequest, path: string): Promise<unknown> => {
    try {
      const body = await fetchText(item, path)
      const reply = body === undefined ? undefined : readReply(item, body)
      if (reply === undefined && !item.isOptional) throw new Error('not understood')
      return reply
    } catch (error) {
      if (item.isOptional && !(error instanceof Error && error.message === 'another certificate')) return undefined
      throw error
    }
  }
  return {
    fingerprint: () => fingerprint,
    wasRefused: () => wasRefused,
    raw: () => Buffer.from(bodies),
    ask: async (name) => {
      const item = profile.requests[name]
      return item === undefined ? undefined : fetchReply({ ...item, isOptional: true }, item.path)
    },
    read: async () => {
      bodies = ''
      const replies: Record<string, unknown> = {}
      for (const [name, item] of Object.entries(profile.requests)) {
        if (item.each === undefined) replies[name] = await fetchReply(item, item.path)
        else {
          const values = findAll(replies, item.each).filter((value) => /^[\w-]{1,64}$/.test(String(value)))
          const many: unknown[] = []
          for (const value of values.slice(0, MOST_EACH))
            many.push(await fetchReply(item, item.path.replace('{}', encodeURIComponent(String(value)))))
          replies[name] = many
        }
      }
      return readHttp(profile, replies)
    },
  }
}

/** The header that is sent at once; a digest needs a challenge first. */
function authorize({ auth, user: usual }: HttpProfile, settings: HttpSettings): string | undefined {
  const { token, user = usual, password } = settings
  if (token !== undefined && auth.includes('bearer')) return `Bearer ${token}`
  if (password !== undefined && user !== undefined && auth.includes('basic'))
    return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  return undefined
}
