/** Limits on strangers: the size and number of calls without a session, and malformed requests. */
import { constants, publicEncrypt, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { endpoints, namedEndpoints } from '@heliograph/contract/calls.ts'
import { mostBytesOf } from '@heliograph/contract/endpoint.ts'
import { errorReply } from '@heliograph/contract/page.ts'
import { Cron } from 'croner'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clockJobs } from '../platform/jobs/job-list.ts'
import { addTestUser, bearer, createTestApp, type TestApp } from '../testing/app.ts'
import { toUrl } from '../testing/call.ts'
import { callSamples } from '../testing/call-samples.ts'
import { createLog } from './log.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
const entries = namedEndpoints
const methodOf = (name: string) => name.split(' ')[0] as 'GET' | 'POST' | 'DELETE'
const place = { plant: 999_999, device: 999_999, meter: 1, logger: 999_999, organization: 999_999 }
const PER_MINUTE = 5

let test: TestApp
let token: string
let webDir: string
let lines: string[] = []

beforeAll(async () => {
  webDir = mkdtempSync(join(tmpdir(), 'heliograph-web-'))
  mkdirSync(join(webDir, 'assets'))
  writeFileSync(join(webDir, 'index.html'), '<!doctype html><title>page</title>')
  const destination = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk))
      done()
    },
  })
  const log = createLog('info', destination)
  test = await createTestApp(nowMs, { webDir, log, credentialsPerMinute: PER_MINUTE, publicPerMinute: 2 * PER_MINUTE })
  token = (await addTestUser(test, 'owner')).token
  await test.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await test.close()
  rmSync(webDir, { recursive: true })
})

const portOf = () => (test.app.server.address() as AddressInfo).port

/** Sends a request line unchanged: clients would normalize the path. */
const sendRaw = (path: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(portOf(), '127.0.0.1')
    let text = ''
    socket.on('data', (chunk) => {
      text += String(chunk)
    })
    socket.on('end', () => resolve(text))
    socket.on('error', reject)
    socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`)
  })

describe('the size of a body', () => {
  const taking = entries.filter(([name, { right }]) => methodOf(name) !== 'GET' && right.kind !== 'peer')

  it.each(taking.map(([name]) => name))('%s has a cap', async (name) => {
    const entry = endpoints[name]
    const most = mostBytesOf(entry)
    if (entry.right.kind === 'public') expect(most).toBe(32 * 1024)
    else expect(most).toBe(entry.mostBytes ?? 64 * 1024)
    const send = (bytes: number) =>
      test.app.inject({
        method: methodOf(name),
        url: toUrl(name, callSamples[name](place)),
        headers: { ...bearer(token), 'content-type': 'application/json' },
        remoteAddress: `198.51.100.${1 + (taking.findIndex(([one]) => one === name) % 250)}`,
        payload: `{"x":"${'x'.repeat(bytes - 8)}"}`,
      })
    expect((await send(most)).statusCode).not.toBe(413)
    const tooMuch = await send(most + 1)
    expect([tooMuch.statusCode, tooMuch.json().code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
  })
})

describe('the number of public calls', () => {
  const posted = entries.filter(([name, { right }]) => methodOf(name) === 'POST' && right.kind === 'public')

  it.each(posted.map(([name]) => name))('%s is limited per address', async (name) => {
    const statuses = new Set<number>()
    for (let n = 0; n <= 2 * PER_MINUTE; n += 1) {
      const reply = await test.app.inject({
        method: 'POST',
        url: toUrl(name, {}),
        payload: {},
        remoteAddress: '192.0.2.9',
      })
      statuses.add(reply.statusCode)
      if (reply.statusCode === 429) expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
    }
    expect(statuses).toContain(429)
    const other = await test.app.inject({
      method: 'POST',
      url: toUrl(name, {}),
      payload: {},
      remoteAddress: '192.0.2.10',
    })
    expect(other.statusCode).not.toBe(429)
  })

  it('leaves the page room to load: branding has its own limit', async () => {
    const url = '/backyard-api-s/oem/project/basic-info'
    const statuses = []
    for (let n = 0; n <= 2 * PER_MINUTE; n += 1)
      statuses.push(
        (await test.app.inject({ method: 'POST', url, payload: {}, remoteAddress: '192.0.2.11' })).statusCode,
      )
    expect(statuses).toEqual([...Array(2 * PER_MINUTE).fill(200), 429])
  })
})

describe('an encrypted body', () => {
  it('is decrypted beside the event loop', async () => {
    const { publicKey } = (await test.app.inject('/oauth2-s/oauth/public-key')).json()
    const padding = { key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }
    const dk = publicEncrypt(padding, Buffer.from(randomBytes(8).toString('hex'))).toString('base64')
    const { encryptionKey } = test.services
    const order: string[] = []
    const unwrapped = encryptionKey.unwrap(Buffer.from(dk, 'base64')).then(() => order.push('unwrapped'))
    await Promise.resolve()
    order.push('the loop went on')
    await unwrapped
    expect(order).toEqual(['the loop went on', 'unwrapped'])
  })
})

describe('traces of encrypted bodies', () => {
  it('are deleted every minute', () => {
    const sweep = new Cron(clockJobs['one-time tokens'], { timezone: 'UTC' })
    const [first, second] = sweep.nextRuns(2)
    expect(Number(second) - Number(first)).toBe(60_000)
  })
})

describe('an invalid path', () => {
  it.each(['/%00', '/../x', '/assets/..%5cx', '/%2e%2e/x', '/assets/%2e%2e%2f%2e%2e%2fetc/passwd', '/assets/%ff'])(
    '%s is refused without an error line in the log',
    async (path) => {
      lines = []
      const reply = await sendRaw(path)
      expect(reply).toMatch(/^HTTP\/1\.1 (?:400|404) /)
      errorReply.parse(JSON.parse(reply.slice(reply.indexOf('{'))))
      expect(lines.filter((line) => (JSON.parse(line) as { level: number }).level >= 40)).toEqual([])
    },
  )

  it.each([
    '/maintain-s',
    '/user-s/acc/nowhere',
    '/mdc-eu/nowhere-s/x',
    '/backyard-api-s/',
    '/metrics',
    '/.well-known/x',
  ])('%s is an error for a person too, never the page', async (url) => {
    const reply = await test.app.inject({ url, headers: { accept: 'text/html' } })
    expect([reply.statusCode, errorReply.parse(reply.json()).code]).toEqual([404, 'NOT_FOUND'])
  })
})

describe('a client that hangs up early', () => {
  it('causes no error', async () => {
    lines = []
    const socket = connect(portOf(), '127.0.0.1')
    const seen = new Promise<void>((resolve) => {
      test.app.server.prependOnceListener('request', (request) => {
        request.socket.destroy()
        resolve()
      })
    })
    const closed = new Promise((resolve) => socket.once('close', resolve))
    const body = '{"username":"a","password":"b"}'
    socket.write(
      `POST /oauth2-s/oauth/token HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    )
    await Promise.all([seen, closed])
    // The next request line is written after the previous one.
    expect((await test.app.inject('/healthz')).statusCode).toBe(200)
    expect(lines.filter((line) => (JSON.parse(line) as { level: number }).level >= 40)).toEqual([])
  })
})
