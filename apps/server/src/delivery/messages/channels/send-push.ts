import { createHash } from 'node:crypto'
import webPush from 'web-push'
import type { Target } from '../addresses.ts'
import { type Letter, writeLines } from '../letter.ts'
import { judgeStatus, type Outcome } from './outcome.ts'
import { type Outside, OutsideError, readOutsideUrl, requestOutside } from './request-outside.ts'

export type PushKeys = Readonly<{ publicKey: string; privateKey: string }>
export type PushSettings = Readonly<{
  keys: PushKeys
  /** Whom a push service may ask about this server: `mailto:` or `https:`. */
  subject: string
  /** Hosts beside the known services, `push.example.org`. */
  hosts: readonly string[]
}>

/** The services of the browsers. Anything else would let a person make this server call any address. */
const services = [
  /^fcm\.googleapis\.com$/,
  /(?:^|\.)push\.services\.mozilla\.com$/,
  /(?:^|\.)push\.apple\.com$/,
  /(?:^|\.)notify\.windows\.com$/,
]
/** Late is better than never, for two days. */
const TTL_S = 2 * 24 * 3_600
const urgencies = ['low', 'normal', 'high'] as const

/** @throws OutsideError for an endpoint of no known push service */
export function requirePushService(endpoint: string, hosts: readonly string[]): void {
  const { hostname } = readOutsideUrl(endpoint)
  if (!hosts.includes(hostname) && !services.some((service) => service.test(hostname)))
    throw new OutsideError('unknownPushService', true)
}

/** A repeated sending replaces the earlier one while it waits (Topic), and replaces the notification by its tag. */
export async function sendPush(
  settings: PushSettings,
  target: Extract<Target, { channel: 'push' }>,
  letter: Letter,
  nowMs: number,
  outside: Outside,
): Promise<Outcome> {
  requirePushService(target.endpoint, settings.hosts)
  const payload = JSON.stringify({
    id: letter.id,
    title: letter.title.slice(0, 200),
    body: writeLines(letter, 600),
    link: letter.link,
  })
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint: target.endpoint, keys: { p256dh: target.p256dh, auth: target.auth } },
    payload,
    {
      TTL: TTL_S,
      urgency: urgencies[letter.level as 0 | 1 | 2] ?? 'normal',
      topic: createHash('sha256').update(letter.id).digest('base64url').slice(0, 32),
      contentEncoding: 'aes128gcm',
      vapidDetails: { subject: settings.subject, ...settings.keys },
    },
  )
  const plain = Object.fromEntries(Object.entries(headers as object).map(([name, value]) => [name, String(value)]))
  const reply = await requestOutside(
    target.endpoint,
    { method: 'POST', headers: plain, body: body ?? Buffer.alloc(0) },
    outside,
  )
  const judged = judgeStatus(reply, nowMs)
  return reply.status === 404 ? { ...judged, outcome: 'gone', reason: 'gone' } : judged
}
