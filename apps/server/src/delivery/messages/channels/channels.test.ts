import { createDecipheriv, createECDH, createPublicKey, hkdfSync, verify } from 'node:crypto'
import { isPublicAddress, noNetworks, readNetworks } from '@heliograph/collect/reach/networks.ts'
import { afterEach, describe, expect, it } from 'vitest'
import webPush from 'web-push'
import { type Answer, type Received, sampleLetter, startService } from '../testing/local-service.ts'
import { checkOutside, type OutsideError, requestOutside } from './request-outside.ts'
import { sendNtfy } from './send-ntfy.ts'
import { type PushSettings, requirePushService, sendPush } from './send-push.ts'
import { sendTelegram } from './send-telegram.ts'
import { sendWebhook, signWebhook } from './send-webhook.ts'

const nowMs = Date.parse('2026-06-01T10:00Z')
const outside = { networks: readNetworks('127.0.0.1', 'MESSAGE_OPEN_NETWORKS'), patienceMs: 1_000 }
const closing: (() => Promise<void>)[] = []
const open = async (answer?: (received: Received, number: number) => Answer) => {
  const service = await startService(answer)
  closing.push(service.close)
  return service
}
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

describe('addresses that messages may go to', () => {
  it('are public ones', () => {
    const inside = [
      '127.0.0.1',
      '10.1.2.3',
      '172.20.0.1',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
      '0.0.0.0',
      '224.0.0.1',
      '::1',
      '::',
      'fe80::1',
      'fd00::1',
      '::ffff:10.0.0.1',
      '::ffff:8.8.8.8',
      '64:ff9b::a00:1',
      '2002:a00:1::',
      '2001:db8::1',
      'x',
    ]
    expect(inside.filter(isPublicAddress)).toEqual([])
    expect(['8.8.8.8', '172.15.0.1', '172.32.0.1', '2606:4700::1111'].map(isPublicAddress)).toEqual([
      true,
      true,
      true,
      true,
    ])
  })

  it('are those that the operator opened, too', () => {
    const networks = readNetworks('192.168.1.0/24, fd00::/8,10.0.0.5', 'MESSAGE_OPEN_NETWORKS')
    expect(['192.168.1.9', 'fd00::7', '10.0.0.5'].map(networks.has)).toEqual([true, true, true])
    expect(['192.168.2.9', 'fe80::7', '10.0.0.6'].map(networks.has)).toEqual([false, false, false])
    for (const bad of ['home', '10.0.0.0/33', '10.0.0.0/x', '1.2.3'])
      expect(() => readNetworks(bad, 'MESSAGE_OPEN_NETWORKS')).toThrow('MESSAGE_OPEN_NETWORKS')
  })

  const send = (link: string, resolve?: (host: string) => Promise<readonly string[]>) =>
    requestOutside(
      link,
      { method: 'POST', headers: {}, body: '' },
      { networks: noNetworks, patienceMs: 1_000, ...(resolve ? { resolve } : {}) },
    )

  it('are checked by name and by number, whatever the name says', async () => {
    const service = await open()
    const refused = 'insideNetwork'
    for (const link of [
      service.url,
      `https://localhost:${service.port}`,
      'https://[::1]/',
      'https://2130706433/',
      'https://0x7f.1/',
    ])
      await expect(send(link), link).rejects.toThrow(refused)
    await expect(send('https://evil.example/', async () => ['8.8.8.8', '127.0.0.1'])).rejects.toThrow(refused)
    await expect(send('http://shop.example/', async () => ['8.8.8.8'])).rejects.toThrow('notEncrypted')
    await expect(send('https://u:p@shop.example/')).rejects.toThrow('noWebAddress')
    await expect(send('ftp://shop.example/')).rejects.toThrow('noWebAddress')
    await expect(send('https://nobody.invalid/', async () => Promise.reject(new Error('x')))).rejects.toThrow(
      'unknownHost',
    )
    await expect(send('https://slow.example/', () => new Promise(() => {}))).rejects.toThrow('noAnswer')
    expect(service.received).toEqual([])
  })

  it('are refused before the first message, unless nobody knows the name yet', async () => {
    const check = (link: string, resolve = async (): Promise<readonly string[]> => ['8.8.8.8']) =>
      checkOutside(link, { networks: noNetworks, patienceMs: 1_000, resolve })
    await expect(check('https://10.1.2.3/hook')).rejects.toThrow('insideNetwork')
    await expect(check('https://nas.example/', async () => ['192.168.1.4'])).rejects.toThrow('insideNetwork')
    await expect(check('http://shop.example/')).rejects.toThrow('notEncrypted')
    await check('https://shop.example/')
    await check('https://nobody.invalid/', async () => Promise.reject(new Error('x')))
    await check('https://slow.example/', () => new Promise(() => {}))
  })

  it.each([
    ['https://foo.localhost/', 'insideNetwork'],
    ['https://localhost:8443/', 'insideNetwork'],
    ['https://127.0.0.1.nip.io/', 'insideNetwork'],
    ['https://app-10-0-0-1.sslip.io/', 'insideNetwork'],
    ['https://7f000001.nip.io/', 'insideNetwork'],
    ['https://8.8.8.8:22/', 'noWebAddress'],
    ['https://8.8.8.8:25/', 'noWebAddress'],
    ['https://8.8.8.8:80/', 'noWebAddress'],
    ['https://nobody.example:465/', 'noWebAddress'],
  ])('are refused at once: %s', async (link, reason) => {
    const resolve = async (): Promise<readonly string[]> => Promise.reject(new Error('not found'))
    await expect(checkOutside(link, { networks: noNetworks, resolve })).rejects.toThrow(reason)
  })

  it.each(['https://8.8.8.8/', 'https://8.8.8.8:1024/', 'https://8.8.8.8:443/', 'https://8.8.8.8.nip.io/'])(
    'are taken: %s',
    async (link) => {
      const resolve = async (): Promise<readonly string[]> => Promise.reject(new Error('not found'))
      await checkOutside(link, { networks: noNetworks, resolve })
    },
  )

  it('are resolved once: the connection goes to what was checked', async () => {
    const service = await open()
    let asked = 0
    const rebinding = async () => {
      asked += 1
      return asked === 1 ? ['127.0.0.1'] : ['10.0.0.1']
    }
    const reply = await requestOutside(
      `http://hook.example:${service.port}/x`,
      { method: 'POST', headers: {}, body: 'a' },
      { ...outside, resolve: rebinding },
    )
    expect([reply.status, asked, service.received[0]?.headers.host]).toEqual([200, 1, `hook.example:${service.port}`])
  })

  it('answer within bounds', async () => {
    const long = await open(() => ({ status: 200, body: 'x'.repeat(5_000_000) }))
    expect((await requestOutside(long.url, { method: 'GET', headers: {} }, outside)).text).toHaveLength(16_384)
    const other = await open(() => ({ status: 302, headers: { location: `${long.url}/next` } }))
    expect((await requestOutside(other.url, { method: 'GET', headers: {} }, outside)).status).toBe(302)
    expect(long.received).toHaveLength(1)
  })
})

/** What every channel makes of a service that answers, refuses, hangs or asks for patience. */
const judge = async (
  send: (url: string) => Promise<{ outcome: string; detail: string; retryAfterMs?: number | undefined }>,
  answers: readonly Answer[],
) => {
  const outcomes: unknown[] = []
  for (const answer of answers) {
    const service = await open(() => answer)
    const outcome = await send(service.url).catch((error: OutsideError) => ({
      outcome: error.isRefused ? 'refused' : 'later',
      detail: error.message,
      retryAfterMs: undefined,
    }))
    outcomes.push([outcome.outcome, outcome.detail, outcome.retryAfterMs ?? 0])
  }
  return outcomes
}

describe('a webhook', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const send = (url: string) =>
    sendWebhook({ channel: 'webhook', url: `${url}/hook`, secret }, sampleLetter, nowMs, outside)

  it('is signed as Standard Webhooks say', () => {
    const signed = signWebhook({
      secret,
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      atMs: 1_614_265_330_000,
      body: '{"test": 2432232314}',
    })
    expect(signed['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
    expect(signed['webhook-timestamp']).toBe('1614265330')
  })

  it('carries the facts, and the same id in every try', async () => {
    const service = await open()
    for (const _ of [1, 2]) expect(await send(service.url)).toMatchObject({ outcome: 'sent' })
    const [first, second] = service.received
    expect(first?.headers['webhook-id']).toBe(second?.headers['webhook-id'])
    expect(JSON.parse(String(first?.body))).toMatchObject({
      type: 'heliograph.messages',
      timestamp: '2026-06-01T10:00:00.000Z',
      data: { messages: [{ count: 1, events: [{ what: 'zeroPower', at: '1970-01-01T00:00:00.000Z' }] }] },
    })
    const signed = signWebhook({
      secret,
      id: String(first?.headers['webhook-id']),
      atMs: nowMs,
      body: String(first?.body),
    })
    expect(first?.headers).toMatchObject(signed)
  })

  it('carries sums without binary dust, and signs what it carries', async () => {
    const service = await open()
    const [message] = sampleLetter.messages
    const entry = { ...message?.entries[0], facts: { energyKwh: 38.219877000000004, note: '0.30000000000000004' } }
    const letter = { ...sampleLetter, messages: [{ ...message, entries: [entry] }] } as typeof sampleLetter
    await sendWebhook({ channel: 'webhook', url: `${service.url}/hook`, secret }, letter, nowMs, outside)
    const [received] = service.received
    const body = String(received?.body)
    expect(body).toContain('"facts":{"energyKwh":38.219877,"note":"0.30000000000000004"}')
    expect(received?.headers).toMatchObject(signWebhook({ secret, id: letter.id, atMs: nowMs, body }))
  })

  it('is judged by the answer', async () => {
    const patience = { status: 429, headers: { 'retry-after': '120' } }
    const date = { status: 503, headers: { 'retry-after': 'Mon, 01 Jun 2026 10:01:00 GMT' } }
    expect(
      await judge(send, [
        { status: 202 },
        { status: 301 },
        { status: 400 },
        { status: 410 },
        patience,
        date,
        'hang',
        'reset',
      ]),
    ).toEqual([
      ['sent', 'HTTP 202', 0],
      ['refused', 'HTTP 301', 0],
      ['refused', 'HTTP 400', 0],
      ['gone', 'HTTP 410', 0],
      ['later', 'HTTP 429', 120_000],
      ['later', 'HTTP 503', 60_000],
      ['later', 'noAnswer', 0],
      ['later', 'noConnection: ECONNRESET', 0],
    ])
  })
})

describe('ntfy', () => {
  const target = { channel: 'ntfy', topic: 'pv', token: 'tk_1' } as const
  const send = (server: string) => sendNtfy({ ...target, server }, sampleLetter, nowMs, outside)

  it('gets JSON at the root of its server, with the token', async () => {
    const service = await open()
    await send(`${service.url}/`)
    expect(service.received[0]?.path).toBe('/')
    expect(service.received[0]?.headers.authorization).toBe('Bearer tk_1')
    expect(JSON.parse(String(service.received[0]?.body))).toEqual({
      // A repeated try replaces what has arrived.
      sequence_id: sampleLetter.id,
      topic: 'pv',
      title: 'Lindenhof: Logger stumm',
      priority: 4,
      click: 'https://pv.example.org/messages',
      message: 'Lindenhof · 1. Juni: <b>Kein Strom</b> & Süd\nund 3 weitere',
    })
  })

  it('gets no more than a message holds, also in Chinese', async () => {
    const service = await open()
    const lines = Array.from({ length: 20 }, () => ({ label: '', text: '电站告警'.repeat(75) }))
    await sendNtfy({ ...target, server: service.url }, { ...sampleLetter, lines }, nowMs, outside)
    const { message } = JSON.parse(String(service.received[0]?.body)) as { message: string }
    expect(Buffer.byteLength(message)).toBeLessThanOrEqual(4_096)
    expect(message).toMatch(/…$/)
  })

  it('is judged by the answer, in its words', async () => {
    const said = (status: number, error: string) => ({
      status,
      body: JSON.stringify({ code: status * 100, http: status, error }),
    })
    expect(
      await judge(send, [said(403, 'forbidden'), said(429, 'limit reached'), { status: 500, body: '<html>' }, 'hang']),
    ).toEqual([
      ['refused', 'HTTP 403: forbidden', 0],
      ['later', 'HTTP 429: limit reached', 0],
      ['later', 'HTTP 500', 0],
      ['later', 'noAnswer', 0],
    ])
  })
})

describe('Telegram', () => {
  const token = '123456:ABCDEFGHIJKLMNOPQRSTUVWXYZ'
  const send = (baseUrl: string) =>
    sendTelegram({ token, baseUrl, patienceMs: 1_000 }, { channel: 'telegram', chatId: '42' }, sampleLetter, nowMs)
  const said = (status: number, description: string, parameters = {}) => ({
    status,
    body: JSON.stringify({ ok: false, error_code: status, description, parameters }),
  })

  it('gets text in which names are harmless', async () => {
    const service = await open(() => ({ status: 200, body: '{"ok":true,"result":{"message_id":1}}' }))
    expect(await send(service.url)).toMatchObject({ outcome: 'sent' })
    expect(service.received[0]?.path).toBe(`/bot${token}/sendMessage`)
    expect(JSON.parse(String(service.received[0]?.body))).toMatchObject({
      chat_id: '42',
      parse_mode: 'HTML',
      text: '<b>Lindenhof: Logger stumm</b>\nLindenhof · 1. Juni: &lt;b&gt;Kein Strom&lt;/b&gt; &amp; Süd\nund 3 weitere',
    })
  })

  it('is judged by the answer', async () => {
    expect(
      await judge(send, [
        said(403, 'Forbidden: bot was blocked by the user'),
        said(400, 'Bad Request: chat not found'),
        said(429, 'Too Many Requests', { retry_after: 30 }),
        { status: 502, body: '<html>' },
        'hang',
        'reset',
      ]),
    ).toEqual([
      ['gone', '403: Forbidden: bot was blocked by the user', 0],
      ['refused', '400: Bad Request: chat not found', 0],
      ['later', '429: Too Many Requests', 30_000],
      ['later', '502: HTTP 502', 0],
      ['later', 'noAnswer', 0],
      ['later', 'noConnection: UND_ERR_SOCKET', 0],
    ])
    const moved = await open(() => said(400, 'upgraded', { migrate_to_chat_id: -1001 }))
    expect(await send(moved.url)).toMatchObject({ outcome: 'later', movedTo: '-1001' })
  })
})

describe('web push', () => {
  const keys = webPush.generateVAPIDKeys()
  const settings: PushSettings = { keys, subject: 'mailto:pv@example.org', hosts: ['127.0.0.1'] }
  const browser = createECDH('prime256v1')
  const p256dh = browser.generateKeys().toString('base64url')
  const auth = Buffer.alloc(16, 3)
  const send = (url: string) =>
    sendPush(
      settings,
      { channel: 'push', endpoint: `${url}/s/1`, p256dh, auth: auth.toString('base64url') },
      sampleLetter,
      nowMs,
      outside,
    )

  /** As the browser reads it: RFC 8291 over RFC 8188. */
  function decrypt(body: Buffer): unknown {
    const [salt, sender] = [body.subarray(0, 16), body.subarray(21, 86)]
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender])
    const ikm = Buffer.from(hkdfSync('sha256', browser.computeSecret(sender), auth, info, 32))
    const derive = (label: string, bytes: number) =>
      Buffer.from(hkdfSync('sha256', ikm, salt, `Content-Encoding: ${label}\0`, bytes))
    const sealed = body.subarray(86)
    const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12)).setAuthTag(
      sealed.subarray(-16),
    )
    const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
    return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString())
  }

  /** RFC 8292: who signed it, for whom, until when. */
  function readVapid(header: string | undefined) {
    const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(header ?? '') ?? []
    const [head = '', claims = '', signature = ''] = token.split('.')
    const raw = Buffer.from(key, 'base64url')
    const jwk = {
      kty: 'EC',
      crv: 'P-256',
      x: raw.subarray(1, 33).toString('base64url'),
      y: raw.subarray(33).toString('base64url'),
    }
    const isSigned = verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
    return {
      isSigned,
      key,
      claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string; exp: number; sub: string },
    }
  }

  it('is sealed for the browser and signed by this server', async () => {
    const service = await open(() => ({ status: 201, headers: { location: '/m/1' } }))
    for (const _ of [1, 2]) expect(await send(service.url)).toMatchObject({ outcome: 'sent' })
    const [first, second] = service.received
    expect(decrypt(first?.body ?? Buffer.alloc(0))).toMatchObject({
      title: 'Lindenhof: Logger stumm',
      link: 'https://pv.example.org/messages',
    })
    // A new pair of keys and a new salt each time; the same topic, which replaces what still waits.
    expect(first?.body.subarray(0, 86)).not.toEqual(second?.body.subarray(0, 86))
    expect(first?.headers).toMatchObject({
      ttl: '172800',
      urgency: 'high',
      'content-encoding': 'aes128gcm',
      topic: second?.headers.topic,
    })
    expect(first?.headers.topic).toMatch(/^[\w-]{1,32}$/)
    const vapid = readVapid(first?.headers.authorization)
    expect(vapid).toMatchObject({
      isSigned: true,
      key: keys.publicKey,
      claims: { aud: service.url, sub: 'mailto:pv@example.org' },
    })
    expect(vapid.claims.exp - Date.now() / 1000).toBeLessThanOrEqual(86_400)
    expect(first?.body.length).toBeLessThanOrEqual(4_096)
  })

  it('goes to known services only', () => {
    for (const good of [
      'https://fcm.googleapis.com/x',
      'https://updates.push.services.mozilla.com/x',
      'https://web.push.apple.com/x',
      'https://wns2.notify.windows.com/x',
    ])
      expect(() => requirePushService(good, [])).not.toThrow()
    for (const bad of [
      'https://fcm.googleapis.com.evil.example/',
      'https://evilpush.apple.com/',
      'https://127.0.0.1/',
      'https://xfcm.googleapis.com/',
    ])
      expect(() => requirePushService(bad, []), bad).toThrow('unknownPushService')
  })

  it('is judged by the answer', async () => {
    expect(
      await judge(send, [
        { status: 404 },
        { status: 410 },
        { status: 403 },
        { status: 413 },
        { status: 429, headers: { 'retry-after': '7' } },
        'hang',
      ]),
    ).toEqual([
      ['gone', 'HTTP 404', 0],
      ['gone', 'HTTP 410', 0],
      ['refused', 'HTTP 403', 0],
      ['refused', 'HTTP 413', 0],
      ['later', 'HTTP 429', 7_000],
      ['later', 'noAnswer', 0],
    ])
  })
})
