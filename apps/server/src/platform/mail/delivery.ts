/** The delivery settings for email and SMS. They hold passwords: never log them. */
export type Delivery = Readonly<{
  /** smtp:// or smtps://; without it emails are written to a folder. */
  smtpUrl: string | undefined
  /** The sender's address; its name is the brand's. */
  from: string | undefined
  sms: SmsConfig | undefined
}>

export type SmsConfig =
  | Readonly<{
      kind: 'gateway'
      url: string
      method: 'GET' | 'POST' | 'PUT'
      headers: Readonly<Record<string, string>>
      /** Holds {to} and {text}; absent for GET. */
      body: string | undefined
    }>
  | Readonly<{ kind: 'twilio'; account: string; token: string; from: string; baseUrl: string }>

const JSON_BODY = '{"to":"{to}","text":"{text}"}'

/** @throws Error naming the variable, never its value */
export function readDelivery(env: NodeJS.ProcessEnv): Delivery {
  const smtpUrl = env.SMTP_URL || undefined
  if (smtpUrl !== undefined && !/^smtps?:\/\/[^/]+/.test(smtpUrl))
    throw new Error('SMTP_URL must begin with smtp:// or smtps://')
  const from = env.MAIL_FROM?.trim() || undefined
  if (from !== undefined && !/^[^\s<>@,]+@[^\s<>@,]+$/.test(from))
    throw new Error('MAIL_FROM must be a bare address such as pv@example.org')
  return { smtpUrl, from, sms: readSmsConfig(env) }
}

function readSmsConfig(env: NodeJS.ProcessEnv): SmsConfig | undefined {
  const { SMS_GATEWAY_URL: url, SMS_TWILIO_ACCOUNT: account } = env
  if (url && account) throw new Error('SMS_GATEWAY_URL and SMS_TWILIO_ACCOUNT exclude each other')
  if (account) {
    const { SMS_TWILIO_TOKEN: token, SMS_TWILIO_FROM: from } = env
    if (!token || !from) throw new Error('SMS_TWILIO_ACCOUNT needs SMS_TWILIO_TOKEN and SMS_TWILIO_FROM')
    const baseUrl = (env.SMS_TWILIO_URL || 'https://api.twilio.com').replace(/\/+$/, '')
    return { kind: 'twilio', account, token, from, baseUrl }
  }
  if (!url) return undefined
  if (!/^https?:\/\//.test(url)) throw new Error('SMS_GATEWAY_URL must begin with https:// or http://')
  const method = (env.SMS_GATEWAY_METHOD || 'POST').toUpperCase()
  if (method !== 'GET' && method !== 'POST' && method !== 'PUT')
    throw new Error('SMS_GATEWAY_METHOD must be GET, POST or PUT')
  const body = method === 'GET' ? undefined : env.SMS_GATEWAY_BODY || JSON_BODY
  const carries = (place: string) => url.includes(place) || body?.includes(place) === true
  if (!carries('{to}') || !carries('{text}'))
    throw new Error('SMS_GATEWAY_URL or SMS_GATEWAY_BODY must hold {to} and {text}')
  return { kind: 'gateway', url, method, headers: readHeaders(env.SMS_GATEWAY_HEADERS), body }
}

function readHeaders(text: string | undefined): Readonly<Record<string, string>> {
  if (!text) return {}
  try {
    const entries = Object.entries(JSON.parse(text) as object)
    new Headers(entries as [string, string][])
    return Object.fromEntries(entries)
  } catch {
    throw new Error('SMS_GATEWAY_HEADERS must be a JSON object of header names and values')
  }
}
