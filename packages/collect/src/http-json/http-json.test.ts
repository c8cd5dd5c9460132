import { createHash, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect, createServer as createNetServer, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import vectors from '@heliograph/devices/reads/http-json/fixtures/http.json' with { type: 'json' }
import { CERT, KEY } from '@heliograph/wires/testing/self-signed.ts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createHandClock } from '../testing/hand-clock.ts'
import type { Exchange, Heard, Io } from '../way.ts'
import { answerDigest } from './digest.ts'
import { get } from './get.ts'
import { httpJson } from './http-json.ts'

const undo: (() => void)[] = []
afterEach(() => {
  for (const step of undo.splice(0)) step()
})

type Route = Readonly<{ path: string; query?: Readonly<Record<string, string>>; body: unknown }>
const routesOf = (id: string) => vectors.items.find((item) => item.id === id)?.routes as readonly Route[]

/** A device that answers these routes, and everything else with 404. */
const answerRoutes =
  (routes: () => readonly Route[], mayAnswer: (request: IncomingMessage) => boolean = () => true): RequestListener =>
  (request, reply) => {
    const url = new URL(request.url ?? '/', 'http://device')
    if (!mayAnswer(request)) return void reply.writeHead(401).end('{}')
    const route = routes().find(
      (item) =>
        item.path === url.pathname &&
        JSON.stringify(item.query ?? {}) === JSON.stringify(Object.fromEntries(url.searchParams)),
    )
    if (route === undefined) return void reply.writeHead(404).end()
    reply.writeHead(200, { 'content-type': 'application/json' })
    reply.end(typeof route.body === 'string' ? route.body : JSON.stringify(route.body))
  }

async function openDevice(listener: RequestListener, isTls = false) {
  const asked: string[] = []
  const heardBy: RequestListener = (request, reply) => {
    asked.push(`${request.method} ${request.url}`)
    return listener(request, reply)
  }
  const server = isTls ? createTlsServer({ key: KEY, cert: CERT }, heardBy) : createServer(heardBy)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  undo.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const clock = createHandClock()
  const exchanges: Exchange[] = []
  const io: Io = {
    clock,
    memory: new Map(),
    note: (exchange) => exchanges.push(exchange),
    connect: async () => {
      const socket = connect(port, '127.0.0.1')
      await once(socket, 'connect')
      return socket
    },
  }
  return { io, clock, asked, exchanges }
}

function listener() {
  const heard: Heard[] = []
  const others: string[] = []
  const asleep: string[] = []
  return {
    heard,
    others,
    asleep,
    tell: {
      heard: (item: Heard) => void heard.push(item),
      otherDevice: (_: string, serial: string) => void others.push(serial),
      asleep: (key: string) => void asleep.push(key),
      leftOut: () => {},
    },
  }
}

describe('a device over HTTP', () => {
  it('is found by what it answers, and read by GET alone', async () => {
    let routes = routesOf('homewizard-p1')
    const device = await openDevice(answerRoutes(() => routes))
    const found = await httpJson.probe({}, device.io)
    expect(found).toMatchObject([{ maker: 'HomeWizard', role: 'grid', opens: { profile: 'homewizard' } }])
    const { tell, heard, others } = listener()
    const opened = await httpJson.open({ settings: {}, devices: found }, device.io, tell)
    await opened.poll?.()
    expect(heard[0]?.decoded.values).toMatchObject({ gridPowerW: -123, gridImportTotalWh: 13_779_338 })
    expect(Buffer.from(heard[0]?.raw ?? []).toString()).toContain('active_power_w')
    routes = routes.map((route) =>
      route.path === '/api/v1/data' ? { ...route, body: { ...(route.body as object), unique_id: 'OTHER' } } : route,
    )
    await opened.poll?.()
    expect([heard.length, others]).toEqual([1, ['OTHER']])
    opened.close()
    expect(await opened.ended).toBe('closed')
    expect(device.asked.every((line) => line.startsWith('GET '))).toBe(true)
  })

  it('has inverters that are added while they sleep, and read once they are awake', async () => {
    let isAwake = false
    const atNight = (): readonly Route[] =>
      routesOf('opendtu-http').map((route) => ({
        ...route,
        body: JSON.parse(JSON.stringify(route.body).replaceAll('"reachable":true', `"reachable":${isAwake}`)),
      }))
    const device = await openDevice(answerRoutes(atNight))
    const found = await httpJson.probe({ profile: 'opendtu' }, device.io)
    expect(found).toMatchObject([{ serial: '116183000001', maker: 'OpenDTU', model: 'OpenDTU' }])
    const { tell, heard, asleep } = listener()
    const opened = await httpJson.open({ settings: {}, devices: found }, device.io, tell)
    await opened.poll?.()
    expect([heard, asleep]).toEqual([[], ['inverter']])
    isAwake = true
    await opened.poll?.()
    expect(heard.map(({ deviceKey, decoded }) => [deviceKey, decoded.deviceSerial])).toEqual([
      ['inverter', '116183000001'],
    ])
  })

  it('with several inverters is asked for each', async () => {
    const device = await openDevice(answerRoutes(() => routesOf('opendtu-http')))
    const found = await httpJson.probe({ profile: 'opendtu' }, device.io)
    expect(found.map(({ serial }) => serial)).toEqual(['116183000001'])
    expect(device.asked).toContain('GET /api/livedata/status?inv=116183000001')
  })

  it('that signed its certificate itself keeps it, and shows no other later', async () => {
    const isOwner = (request: IncomingMessage) =>
      request.url === '/info' || request.headers.authorization === 'Bearer owner-token'
    const device = await openDevice(
      answerRoutes(() => routesOf('envoy-battery'), isOwner),
      true,
    )
    await expect(httpJson.probe({ isTls: true }, device.io)).rejects.toThrow('not allowed')
    const settings = httpJson.readSettings({ isTls: true, token: 'owner-token', profile: 'enphase' })
    const found = await httpJson.probe(settings, device.io)
    const shown = new X509Certificate(CERT).fingerprint256.replaceAll(':', '').toLowerCase()
    expect(found.map(({ key, opens }) => [key, opens])).toEqual([
      ['inverter', { profile: 'enphase', fingerprint: shown }],
      ['meter', { profile: 'enphase', fingerprint: shown }],
    ])
    const { tell, heard } = listener()
    const opened = await httpJson.open({ settings, devices: found }, device.io, tell)
    await opened.poll?.()
    expect(heard.map(({ decoded }) => decoded.values.gridPowerW ?? decoded.values.acPowerW)).toEqual([
      1714.424, 129.407,
    ])
    expect(
      JSON.stringify(device.exchanges.map(({ about, sent }) => [about, Buffer.from(sent).toString()])),
    ).not.toContain('owner-token')
    const forged = found.map((item) => ({ ...item, opens: { profile: 'enphase', fingerprint: '0'.repeat(64) } }))
    const other = await httpJson.open({ settings, devices: forged }, device.io, tell)
    await expect(other.poll?.()).rejects.toThrow('another certificate')
  })

  it('is signed in to by a digest after its challenge', async () => {
    const challenge = 'Digest qop="auth", realm="shelly", nonce="1700000000", algorithm=SHA-256'
    const device = await openDevice((request, reply) => {
      const { authorization = '' } = request.headers
      const [, cnonce = ''] = /cnonce="(\w+)"/.exec(authorization) ?? []
      const path = request.url ?? ''
      const wanted = answerDigest(challenge, { user: 'admin', password: 'secret', path, cnonce })
      if (path !== '/shelly' && authorization !== wanted)
        return void reply.writeHead(401, { 'www-authenticate': challenge }).end()
      return answerRoutes(() => routesOf('shelly-gen2'))(request, reply)
    })
    const found = await httpJson.probe({ profile: 'shelly-gen2', password: 'secret' }, device.io)
    expect(found.map(({ serial }) => serial)).toEqual(['AABBCCDDEEFF'])
    await expect(httpJson.probe({ profile: 'shelly-gen2', password: 'wrong' }, device.io)).rejects.toThrow(
      'not allowed',
    )
  })
})

describe('a hostile peer', () => {
  it('that redirects is not followed', async () => {
    const device = await openDevice((_, reply) => void reply.writeHead(302, { location: 'http://127.0.0.1:22/' }).end())
    expect(await httpJson.probe({}, device.io)).toEqual([])
  })

  it.each<[string, RequestListener]>([
    ['a body without an end', (_, reply) => void reply.end('x'.repeat(1024 * 1024 + 1))],
    ['a packed body', (_, reply) => void reply.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{}'))],
    ['a deep body', (_, reply) => void reply.end('['.repeat(100_000))],
    ['no HTTP', (request) => void request.socket.end('SSH-2.0-OpenSSH\r\n')],
    ['a header that never ends', (request) => void request.socket.end(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(40_000)}`)],
    ['a hang-up', (request) => void request.socket.destroy()],
  ])('with %s is no device', async (_, answer) => {
    const device = await openDevice(answer)
    expect(await httpJson.probe({ profile: 'homewizard' }, device.io).catch(() => [])).toEqual([])
    const devices = [
      {
        key: 'meter',
        maker: '',
        model: '',
        serial: 'x',
        confidence: 1,
        why: 'model',
        opens: { profile: 'homewizard' },
      },
    ] as const
    const opened = await httpJson.open({ settings: {}, devices }, device.io, listener().tell)
    await expect(opened.poll?.()).rejects.toThrow()
  })

  it('that says nothing is given up', async () => {
    const device = await openDevice(() => {})
    const probing = httpJson.probe({ profile: 'homewizard' }, device.io)
    await vi.waitFor(() => expect(device.asked).toHaveLength(1))
    await device.clock.turn(15_000)
    expect(await probing).toEqual([])
    expect(device.exchanges.at(-1)?.outcome).toBe('silent')
  })
})

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

describe('a reply of a small device', () => {
  const body = '{"a":1}'
  const whole = `HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n${body}`
  const ask = async (answer: (socket: Socket) => void) => {
    const server = createNetServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => answer(socket))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    undo.push(() => server.close())
    const io: Io = {
      clock: createHandClock(),
      memory: new Map(),
      note: () => {},
      connect: async () => {
        const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
        await once(socket, 'connect')
        return socket
      },
    }
    return get(io, '/x', { isTls: false, fingerprint: undefined, onCertificate: () => {} })
  }

  it.each([
    ['without a length', `HTTP/1.0 200 OK\r\n\r\n${body}`],
    ['whose lines end with LF alone', `HTTP/1.1 200 OK\nContent-Length: 7\n\n${body}`],
    [
      'with two lengths',
      `HTTP/1.1 200 OK\r\nContent-Length: 7\r\nTransfer-Encoding: chunked\r\n\r\n7\r\n${body}\r\n0\r\n\r\n`,
    ],
    [
      'in pieces with names',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n{"a\r\n4;x=y\r\n":1}\r\n0\r\n\r\n',
    ],
    ['with more behind it', `${whole} and more`],
    ['that comes twice', `${whole}${whole}`],
    ['with letters in a header', `HTTP/1.1 200 OK\r\nServer: Ger\u00e4t\u0001\r\nContent-Length: 7\r\n\r\n${body}`],
  ])('%s is read', async (_, text) => {
    expect(await ask((socket) => void socket.end(Buffer.from(text, 'latin1')))).toMatchObject({ status: 200, body })
  })

  it('that breaks off is none, at every place', async () => {
    const found = await Promise.all(
      Array.from({ length: whole.length }, (_, end) =>
        ask((socket) => void socket.write(whole.slice(0, end), () => socket.resetAndDestroy())).catch(() => 'none'),
      ),
    )
    expect(new Set(found)).toEqual(new Set(['none']))
  })
})

describe('settings of HTTP', () => {
  it.each([
    ['unknown', { pass: 'x' }, 'pass'],
    ['a header in a token', { token: 'a\r\nx: y' }, 'token'],
    ['an unknown profile', { profile: 'none' }, 'profile'],
    ['an empty password', { password: '' }, 'password'],
    ['a text for a switch', { isTls: 'yes' }, 'isTls'],
    ['a short fingerprint', { fingerprint: 'ab' }, 'fingerprint'],
  ])('are refused with %s', (_, settings, field) =>
    expect(() => httpJson.readSettings(settings)).toThrow(new RangeError(field)),
  )

  it('answer the example of RFC 7616, section 3.9.1', () => {
    const nonce = '7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v'
    const cnonce = 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ'
    const secret = { user: 'Mufasa', password: 'Circle of Life', path: '/dir/index.html', cnonce }
    const responseOf = (algorithm: string) =>
      /response="(\w+)"/.exec(
        answerDigest(
          `Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=${algorithm}, nonce="${nonce}"`,
          secret,
        ) ?? '',
      )?.[1]
    expect(responseOf('MD5')).toBe('8ca523f5e9506fed4657c9700eebdbec')
    expect(responseOf('SHA-256')).toBe('753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1')
    expect(answerDigest('Digest realm="x", nonce="y", algorithm=SHA-1', secret)).toBeUndefined()
    // Of several challenges the first that we know; names have any case, and sessions hash the account once more.
    const both = `Basic realm="a, b", Digest realm="x", nonce="y", algorithm=SHA-1, Digest realm="http-auth@example.org", qop="auth", algorithm=md5, nonce="${nonce}"`
    expect(answerDigest(both, secret)).toContain('response="8ca523f5e9506fed4657c9700eebdbec"')
    expect(responseOf('"SHA-256"')).toBe('753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1')
    const account = sha256(`Mufasa:http-auth@example.org:Circle of Life`)
    const session = sha256(`${account}:${nonce}:${cnonce}`)
    expect(responseOf('SHA-256-sess')).toBe(
      sha256(`${session}:${nonce}:00000001:${cnonce}:auth:${sha256('GET:/dir/index.html')}`),
    )
    expect(answerDigest('Digest realm="x", nonce="y", qop=""', secret)).not.toContain('qop')
    expect(answerDigest('Digest realm="x", nonce="y"', secret)).not.toContain('algorithm')
  })
})
