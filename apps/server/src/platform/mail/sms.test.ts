import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readDelivery } from './delivery.ts'
import { createSmsProvider } from './sms.ts'

type Seen = Readonly<{ method: string; url: string; headers: IncomingMessage['headers']; body: string }>
let server: Server
let base: string
let seen: Seen[] = []
let status = 200

beforeAll(async () => {
  server = createServer((request, reply) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body })
      reply.writeHead(status, status >= 300 && status < 400 ? { location: '/elsewhere' } : {}).end('{"secret":"no"}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))
beforeEach(() => {
  seen = []
  status = 200
})

const open = (env: Record<string, string>) => {
  const { sms } = readDelivery(env)
  if (sms === undefined) throw new Error('no SMS')
  return createSmsProvider(sms)
}
const TEXT = 'Ihr Code: "048392" & mehr\\ {to}'

describe('the gateway', () => {
  it('posts JSON by default', async () => {
    const provider = open({ SMS_GATEWAY_URL: `${base}/send`, SMS_GATEWAY_HEADERS: '{"X-Key":"k1"}' })
    expect(await provider.send('+4930901820', TEXT)).toBe('sent')
    expect(seen).toMatchObject([{ method: 'POST', url: '/send' }])
    expect(seen[0]?.headers).toMatchObject({ 'content-type': 'application/json', 'x-key': 'k1' })
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ to: '+4930901820', text: TEXT })
  })

  it('escapes for forms and URLs', async () => {
    await open({ SMS_GATEWAY_URL: base, SMS_GATEWAY_METHOD: 'put', SMS_GATEWAY_BODY: 'n={to}&m={text}' }).send(
      '+4930',
      TEXT,
    )
    expect(seen[0]).toMatchObject({ method: 'PUT' })
    expect(Object.fromEntries(new URLSearchParams(seen[0]?.body))).toEqual({ n: '+4930', m: TEXT })
    await open({ SMS_GATEWAY_URL: `${base}/?n={to}&m={text}`, SMS_GATEWAY_METHOD: 'GET' }).send('+4930', TEXT)
    const { searchParams } = new URL(seen[1]?.url ?? '', base)
    expect(Object.fromEntries(searchParams)).toEqual({ n: '+4930', m: TEXT })
  })

  it.each([302, 400, 401, 500])('fails on %i for a retry, and follows no redirect', async (answer) => {
    status = answer
    const failed = open({ SMS_GATEWAY_URL: base }).send('+4930901820', TEXT)
    await expect(failed).rejects.toThrow(`the SMS gateway answered HTTP ${answer}`)
    expect(seen).toHaveLength(1)
  })

  it('reveals no number, text or key when the gateway is down', async () => {
    const provider = open({ SMS_GATEWAY_URL: 'http://127.0.0.1:1/?k=hidden&n={to}&m={text}' })
    await expect(provider.send('+4930901820', TEXT)).rejects.toThrow(
      /^the SMS provider cannot be reached: [A-Za-z0-9_]+$/,
    )
  })
})

describe('Twilio', () => {
  const env = () => ({
    SMS_TWILIO_ACCOUNT: 'AC0123',
    SMS_TWILIO_TOKEN: 'hidden',
    SMS_TWILIO_FROM: '+15005550006',
    SMS_TWILIO_URL: `${base}/`,
  })

  it('sends a message', async () => {
    status = 201
    expect(await open(env()).send('+4930901820', TEXT)).toBe('sent')
    expect(seen).toMatchObject([{ method: 'POST', url: '/2010-04-01/Accounts/AC0123/Messages.json' }])
    expect(seen[0]?.headers.authorization).toBe(`Basic ${Buffer.from('AC0123:hidden').toString('base64')}`)
    const body = Object.fromEntries(new URLSearchParams(seen[0]?.body))
    expect(body).toEqual({ To: '+4930901820', From: '+15005550006', Body: TEXT })
  })

  it('sends through a messaging service', async () => {
    await open({ ...env(), SMS_TWILIO_FROM: `MG${'0'.repeat(32)}` }).send('+4930901820', TEXT)
    const body = new URLSearchParams(seen[0]?.body)
    expect([body.get('MessagingServiceSid'), body.get('From')]).toEqual([`MG${'0'.repeat(32)}`, null])
  })

  it('gives up on a rejected number and retries the others', async () => {
    status = 400
    expect(await open(env()).send('+4930901820', TEXT)).toBe('refused')
    for (status of [401, 429, 503])
      await expect(open(env()).send('+4930', TEXT)).rejects.toThrow(`Twilio answered HTTP ${status}`)
  })
})

describe('readDelivery', () => {
  it('sends nothing by default', () => {
    expect(readDelivery({})).toEqual({ smtpUrl: undefined, from: undefined, sms: undefined })
  })

  it.each<[Record<string, string>, string]>([
    [{ SMTP_URL: 'mail.example.org' }, 'SMTP_URL'],
    [{ MAIL_FROM: 'Heliograph <pv@example.org>' }, 'MAIL_FROM'],
    [{ MAIL_FROM: 'pv@example.org\r\nBcc: x@example.org' }, 'MAIL_FROM'],
    [{ SMS_GATEWAY_URL: 'ftp://hidden' }, 'SMS_GATEWAY_URL'],
    [{ SMS_GATEWAY_URL: 'https://hidden.example', SMS_GATEWAY_METHOD: 'DELETE' }, 'SMS_GATEWAY_METHOD'],
    [{ SMS_GATEWAY_URL: 'https://hidden.example', SMS_GATEWAY_METHOD: 'GET' }, 'SMS_GATEWAY_URL'],
    [{ SMS_GATEWAY_URL: 'https://hidden.example', SMS_GATEWAY_HEADERS: '{"a b":"hidden"}' }, 'SMS_GATEWAY_HEADERS'],
    [{ SMS_GATEWAY_URL: 'https://hidden.example', SMS_GATEWAY_HEADERS: 'hidden' }, 'SMS_GATEWAY_HEADERS'],
    [{ SMS_TWILIO_ACCOUNT: 'hidden' }, 'SMS_TWILIO_TOKEN'],
    [{ SMS_TWILIO_ACCOUNT: 'hidden', SMS_GATEWAY_URL: 'https://hidden.example' }, 'SMS_GATEWAY_URL'],
  ])('refuses %j by the name of the variable', (env, name) => {
    expect(() => readDelivery(env)).toThrow(name)
    expect(() => readDelivery(env)).not.toThrow('hidden')
  })
})
