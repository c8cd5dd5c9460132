import type { SmsConfig } from './delivery.ts'

/**
 * Sends one text to a number (E.164). refused: the number never accepts SMS, so a retry is useless.
 * @throws Error worth a retry; its message names no secret and no number
 */
export type SmsProvider = Readonly<{ send: (to: string, text: string) => Promise<'sent' | 'refused'> }>

const timeoutMs = 15_000

export const createSmsProvider = (config: SmsConfig): SmsProvider =>
  config.kind === 'twilio' ? createTwilio(config) : createGateway(config)

/** Any provider with one HTTP call: {to} and {text} in the URL or body are replaced and escaped for that place. */
function createGateway(config: Extract<SmsConfig, { kind: 'gateway' }>): SmsProvider {
  const { method, headers } = config
  const isJson = /^\s*[{[]/.test(config.body ?? '')
  const type = isJson ? 'application/json' : 'application/x-www-form-urlencoded'
  const inJson = (text: string) => JSON.stringify(text).slice(1, -1)
  return {
    async send(to, text) {
      const fill = (template: string, encode: (value: string) => string) =>
        template.replace(/\{(to|text)\}/g, (_, place: string) => encode(place === 'to' ? to : text))
      const body = config.body === undefined ? null : fill(config.body, isJson ? inJson : encodeURIComponent)
      const status = await request(fill(config.url, encodeURIComponent), {
        method,
        headers: { ...(body === null ? {} : { 'content-type': type }), ...headers },
        body,
      })
      if (status >= 300) throw new Error(`the SMS gateway answered ${status}`)
      return 'sent'
    },
  }
}

/** Twilio Programmable Messaging, version 2010-04-01. `from` is a number, a sender name or a messaging service (MG...). */
function createTwilio({ account, token, from, baseUrl }: Extract<SmsConfig, { kind: 'twilio' }>): SmsProvider {
  const sender = /^MG[0-9a-f]{32}$/i.test(from) ? { MessagingServiceSid: from } : { From: from }
  return {
    async send(to, text) {
      const status = await request(`${baseUrl}/2010-04-01/Accounts/${encodeURIComponent(account)}/Messages.json`, {
        method: 'POST',
        headers: {
          authorization: `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams({ To: to, Body: text, ...sender }).toString(),
      })
      // The number is invalid, cannot receive SMS or has opted out.
      if (status === 400) return 'refused'
      if (status >= 300) throw new Error(`Twilio answered ${status}`)
      return 'sent'
    },
  }
}

/** @returns the status only: the response body may repeat the number and the code */
async function request(url: string, init: RequestInit): Promise<number> {
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
    await response.body?.cancel()
    return response.status
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string } }
    throw new Error(`the SMS provider cannot be reached: ${cause?.code ?? name}`)
  }
}
