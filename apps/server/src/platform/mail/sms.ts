import type { SmsConfig } from './delivery.ts'

/**
 * Sends one text to a number (E.164). refused: the number never accepts SMS, so a retry is useless.
 * @throws SmsFault worth a retry; its message names no secret and no number
 */
export type SmsProvider = Readonly<{ send: (to: string, text: string) => Promise<'sent' | 'refused'> }>

/** @property retryAfterMs how long the provider asks for patience */
export class SmsFault extends Error {
  readonly retryAfterMs: number | undefined
  /** The other side's own words: a status, a code of the system. */
  readonly answer: string
  constructor(message: string, answer: string, retryAfter?: string | null) {
    super(`${message} ${answer}`)
    this.answer = answer
    this.retryAfterMs = /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) * 1000 : undefined
  }
}

/** @param patienceMs how long an answer may take */
export const createSmsProvider = (config: SmsConfig, patienceMs = 15_000): SmsProvider =>
  config.kind === 'twilio' ? createTwilio(config, patienceMs) : createGateway(config, patienceMs)

/** Any provider with one HTTP call: {to} and {text} in the URL or body are replaced and escaped for that place. */
function createGateway(config: Extract<SmsConfig, { kind: 'gateway' }>, patienceMs: number): SmsProvider {
  const { method, headers } = config
  const isJson = /^\s*[{[]/.test(config.body ?? '')
  const type = isJson ? 'application/json' : 'application/x-www-form-urlencoded'
  const inJson = (text: string) => JSON.stringify(text).slice(1, -1)
  return {
    async send(to, text) {
      const fill = (template: string, encode: (value: string) => string) =>
        template.replace(/\{(to|text)\}/g, (_, place: string) => encode(place === 'to' ? to : text))
      const body = config.body === undefined ? null : fill(config.body, isJson ? inJson : encodeURIComponent)
      const init = { method, headers: { ...(body === null ? {} : { 'content-type': type }), ...headers }, body }
      const { status, retryAfter } = await request(fill(config.url, encodeURIComponent), init, patienceMs)
      if (status >= 300) throw new SmsFault('the SMS gateway answered', `HTTP ${status}`, retryAfter)
      return 'sent'
    },
  }
}

/** Twilio Programmable Messaging, version 2010-04-01. `from` is a number, a sender name or a messaging service (MG...). */
function createTwilio(
  { account, token, from, baseUrl }: Extract<SmsConfig, { kind: 'twilio' }>,
  patienceMs: number,
): SmsProvider {
  const sender = /^MG[0-9a-f]{32}$/i.test(from) ? { MessagingServiceSid: from } : { From: from }
  return {
    async send(to, text) {
      const init = {
        method: 'POST',
        headers: {
          authorization: `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams({ To: to, Body: text, ...sender }).toString(),
      }
      const place = `${baseUrl}/2010-04-01/Accounts/${encodeURIComponent(account)}/Messages.json`
      const { status, retryAfter } = await request(place, init, patienceMs)
      // The number is invalid, cannot receive SMS or has opted out.
      if (status === 400) return 'refused'
      if (status >= 300) throw new SmsFault('Twilio answered', `HTTP ${status}`, retryAfter)
      return 'sent'
    },
  }
}

type Answer = Readonly<{ status: number; retryAfter: string | null }>

/** @returns no body, which may repeat the number and the code */
async function request(url: string, init: RequestInit, patienceMs: number): Promise<Answer> {
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(patienceMs) })
    await response.body?.cancel()
    return { status: response.status, retryAfter: response.headers.get('retry-after') }
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string } }
    throw new SmsFault('the SMS provider cannot be reached:', cause?.code ?? name)
  }
}
