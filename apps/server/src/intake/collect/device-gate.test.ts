import { createServer, type Server } from 'node:net'
import { createDeviceGate } from '@heliograph/collect/reach/device-gate.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readCollectConfig } from './read-config.ts'

const names: Record<string, readonly string[]> = {
  'inverter.lan': ['192.168.1.20'],
  'two.lan': ['192.168.1.20', '127.0.0.1'],
  'rebound.example': ['127.0.0.1'],
  'metadata.example': ['169.254.169.254'],
}
const gateOf = (env: Record<string, string>, resolve = async (host: string) => names[host] ?? []) =>
  createDeviceGate({ ...readCollectConfig(env), ownPorts: new Set([8080, 10_000]), resolve })
const lan = gateOf({ DEVICE_NETWORKS: '0.0.0.0/0,::/0', DEVICE_LOOPBACK_PORTS: '5020,6000-6010' })
const reasonOf = async (work: Promise<unknown>): Promise<unknown> => {
  try {
    return await work
  } catch (error) {
    return error instanceof Refusal ? error.detail?.reason : error
  }
}

describe('a server without DEVICE_NETWORKS', () => {
  it.each(['192.168.1.20', '127.0.0.1', 'inverter.lan', '8.8.8.8'])('reads nothing at %s', async (host) => {
    const gate = gateOf({})
    expect(gate.isOpen).toBe(false)
    expect(await reasonOf(gate.check(host, 502))).toBe('closed')
  })
})

describe('even where every network is listed', () => {
  it.each([
    '127.0.0.1',
    '127.1.2.3',
    '0.0.0.0',
    '169.254.169.254',
    '::1',
    '[::1]',
    '::ffff:127.0.0.1',
    '::ffff:192.168.1.20',
    'fe80::1',
    'fd00:ec2::254',
    'rebound.example',
    'metadata.example',
    'two.lan',
  ])('%s is refused', async (host) => {
    expect(await reasonOf(lan.check(host, 502))).toBe('network')
    expect(lan.mayReach(host, 502)).toBe(false)
  })

  it.each([22, 25, 5432, 8080, 10_000])('port %i is refused', async (port) =>
    expect([await reasonOf(lan.check('192.168.1.20', port)), lan.mayReach('192.168.1.20', port)]).toEqual([
      'port',
      false,
    ]),
  )

  it('a name that nobody knows is refused', async () =>
    expect(await reasonOf(lan.check('nobody.lan', 502))).toBe('unknownHost'))
})

it('lets devices be read in the listed networks', async () => {
  const gate = gateOf({ DEVICE_NETWORKS: '192.168.1.0/24' })
  expect(await gate.check('inverter.lan', 502)).toBe('192.168.1.20')
  expect(await gate.check('192.168.1.7', 1502)).toBe('192.168.1.7')
  expect(await reasonOf(gate.check('192.168.2.7', 502))).toBe('network')
})

it('lets listed ports of this machine be read, and no others', async () => {
  expect(await lan.check('127.0.0.1', 5020)).toBe('127.0.0.1')
  expect(await lan.check('127.0.0.1', 6010)).toBe('127.0.0.1')
  expect(await reasonOf(lan.check('127.0.0.1', 6011))).toBe('network')
  expect(await reasonOf(gateOf({ DEVICE_LOOPBACK_PORTS: '22' }).check('127.0.0.1', 22))).toBe('port')
})

it.each(['5020-', '0', '70000', '9-3', 'all'])('refuses the ports "%s" at the start', (text) =>
  expect(() => readCollectConfig({ DEVICE_LOOPBACK_PORTS: text })).toThrow('DEVICE_LOOPBACK_PORTS'),
)

describe('a connection', () => {
  let server: Server
  let connected = 0
  beforeAll(async () => {
    server = createServer((socket) => {
      connected += 1
      socket.destroy()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => new Promise((resolve) => server.close(resolve)))
  const port = (): number => (server.address() as { port: number }).port

  it('goes to the address that was checked, which is resolved once', async () => {
    let asked = 0
    const gate = gateOf({ DEVICE_LOOPBACK_PORTS: String(port()) }, async () => {
      asked += 1
      return ['127.0.0.1']
    })
    const socket = await gate.connect('device.example', port(), { timeoutMs: 5_000 })
    socket.destroy()
    expect(asked).toBe(1)
  })

  it('is refused when a name points elsewhere later', async () => {
    let address = '192.168.1.20'
    const gate = gateOf({ DEVICE_NETWORKS: '192.168.1.0/24' }, async () => [address])
    expect(await gate.check('device.example', port())).toBe('192.168.1.20')
    address = '127.0.0.1'
    const before = connected
    expect(await reasonOf(gate.connect('device.example', port(), { timeoutMs: 5_000 }))).toBe('network')
    expect(connected).toBe(before)
  })
})
