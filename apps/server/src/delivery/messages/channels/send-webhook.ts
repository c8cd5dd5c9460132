import { createHmac } from 'node:crypto'
import { roundFloats } from '@heliograph/domain/format/round-floats.ts'
import type { Target } from '../addresses.ts'
import type { Letter } from '../letter.ts'
import { judgeStatus, type Outcome } from './outcome.ts'
import { type Outside, requestOutside } from './request-outside.ts'

type Webhook = Extract<Target, { channel: 'webhook' }>

/** Standard Webhooks 1.0.0: the id stays the same over all tries, so that receivers know a repetition. */
export async function sendWebhook(target: Webhook, letter: Letter, nowMs: number, outside: Outside): Promise<Outcome> {
  const content = JSON.stringify({
    type: `heliograph.${letter.kind}`,
    timestamp: new Date(letter.atMs).toISOString(),
    data: { title: letter.title, link: letter.link, messages: letter.messages.map(toData) },
  })
  const body = roundFloats(content)
  const headers = {
    'content-type': 'application/json',
    ...signWebhook({ secret: target.secret, id: letter.id, atMs: nowMs, body }),
  }
  return judgeStatus(await requestOutside(target.url, { method: 'POST', headers, body }, outside), nowMs)
}

const toData = ({ firstAtMs, lastAtMs, entries, ...message }: Letter['messages'][number]) => ({
  ...message,
  firstAt: new Date(firstAtMs).toISOString(),
  lastAt: new Date(lastAtMs).toISOString(),
  events: entries.map(({ atMs, ...entry }) => ({ ...entry, at: new Date(atMs).toISOString() })),
})

/** @param options.secret `whsec_` and the key in base64 */
export function signWebhook(options: Readonly<{ secret: string; id: string; atMs: number; body: string }>) {
  const seconds = Math.floor(options.atMs / 1000)
  const key = Buffer.from(options.secret.replace(/^whsec_/, ''), 'base64')
  const mac = createHmac('sha256', key).update(`${options.id}.${seconds}.${options.body}`).digest('base64')
  return { 'webhook-id': options.id, 'webhook-timestamp': String(seconds), 'webhook-signature': `v1,${mac}` }
}
