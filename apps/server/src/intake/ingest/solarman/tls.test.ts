import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { CERT, KEY } from '@heliograph/wires/testing/self-signed.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTlsContext } from '../../../platform/networks/networks.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import {
  addPlant,
  createStick,
  openScene,
  recordedAtMs,
  register,
  type Scene,
  samplesOf,
  until,
} from '../testing/scene.ts'

const SERIAL = 4_000_000_001
let database: TestDatabase
let folder: string
let files: { certFile: string; keyFile: string }
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'heliograph-tls-'))
  files = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') }
  writeFileSync(files.certFile, CERT)
  writeFileSync(files.keyFile, KEY)
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('the encrypted logger port', () => {
  let scene: Scene
  let plantId: number
  beforeEach(async () => {
    plantId = await addPlant(database.db)
    await register(database.db, plantId, SERIAL)
    const context = createTlsContext(files, Date.now)
    scene = await openScene(database.db, { server: { tls: { port: 0, context }, handshakeTimeoutMs: 300 } })
  })
  afterEach(async () => {
    await scene.close()
    await database.db.pool.query('truncate plants, loggers, logger_records, samples cascade')
  })

  it('stores and acknowledges records, beside the plain port', async () => {
    const stick = createStick(SERIAL)
    for (const [n, ca] of [CERT, undefined].entries()) {
      const client = await scene.connect('127.0.0.1', ca)
      await client.exchange(stick.data(recordedAtMs - (1 - n) * MINUTE_MS, {}))
      await client.end()
    }
    expect(await samplesOf(database.db, plantId)).toHaveLength(2)
  })

  it('closes connections that begin no TLS handshake', async () => {
    const closing = (first?: string) =>
      new Promise<void>((resolve) => {
        const socket = connect({ port: scene.tlsPort ?? 0, host: '127.0.0.1' })
        socket.on('close', () => resolve()).on('error', () => {})
        if (first) socket.write(first)
        socket.resume()
      })
    await Promise.all([closing(), closing('hello, this is no ClientHello'.repeat(20))])
    await until(() => scene.ingest.stats().connections === 0)
    await (await scene.connect('127.0.0.1', CERT)).exchange(createStick(SERIAL).data(recordedAtMs, {}))
  })
})

describe('the certificate', () => {
  it('is read again when its files change, and stays while they do not fit', () => {
    let nowMs = 0
    const contextNow = createTlsContext(files, () => nowMs)
    const first = contextNow()
    const renew = (text: string, atS: number): void => {
      writeFileSync(files.certFile, text)
      utimesSync(files.certFile, atS, atS)
      nowMs += MINUTE_MS
    }
    expect(contextNow()).toBe(first)
    renew('half a file', 1_000)
    expect(contextNow()).toBe(first)
    renew(CERT, 2_000)
    const second = contextNow()
    expect(second).not.toBe(first)
    nowMs += MINUTE_MS
    expect(contextNow()).toBe(second)
  })

  it('that cannot be read stops the start with the name of its file', () => {
    expect(() => createTlsContext({ ...files, certFile: '/no/such.pem' }, Date.now)).toThrow('/no/such.pem')
  })
})
