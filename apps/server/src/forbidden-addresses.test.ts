import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type Server } from 'node:net'
import { hostname } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServerProcess, type ServerProcess } from './testing/server-process.ts'

/** A service of this machine that nobody may reach through the server, and a device that redirects to it. */
let [inner, device]: (Server | undefined)[] = []
let reached = 0
let server: ServerProcess
let plantId = 0
let token = ''
let [innerPort, devicePort] = [0, 0]

async function listen(listener: Server, host: string, port = 0): Promise<number> {
  listener.listen(port, host)
  await once(listener, 'listening')
  return (listener.address() as { port: number }).port
}

beforeAll(async () => {
  inner = createServer((socket) => {
    reached += 1
    socket.destroy()
  })
  innerPort = await listen(inner, '::')
  device = createHttpServer((_, reply) => {
    reply.writeHead(302, { location: `http://127.0.0.1:${innerPort}/` }).end()
  })
  devicePort = await listen(device, '127.0.0.1')
  // An operator who lists everything: what is never a device stays closed.
  server = await createServerProcess(({ http, logger, mqtt }) => ({
    DEVICE_NETWORKS: '127.0.0.0/8,169.254.0.0/16,10.255.255.0/30,100.100.100.0/24,::/0',
    DEVICE_LOOPBACK_PORTS: [22, 25, 5432, http, logger, mqtt, devicePort].join(),
    CALL_UNITS_PER_MINUTE: '0',
  }))
  await server.start()
  const form = new URLSearchParams({ grant_type: 'password', username: 'owner', password: server.account.password })
  const signIn = await fetch(`${server.url}/oauth2-s/oauth/token`, { method: 'POST', body: form })
  token = ((await signIn.json()) as { access_token: string }).access_token
  const plant = {
    name: 'Roof',
    type: 'HOUSE_ROOF',
    gridInterconnectionType: 'EXCESS',
    installedCapacity: 10,
    locationLat: 52.4,
    locationLng: 13.06,
    regionTimezone: 'Europe/Berlin',
    currency: 'EUR',
  }
  plantId = Number((await post('/maintain-s/station', plant)).body.id)
})
afterAll(async () => {
  await server?.stop()
  for (const listener of [inner, device]) listener?.close()
})

type Reply = Readonly<{ status: number; body: Record<string, unknown> }>
async function post(path: string, body: unknown): Promise<Reply> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const reply = await fetch(`${server.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
}
const at = (path: string): string => `/maintain-s/station/${plantId}/${path}`
const probe = (host: string, port: number, way = 'modbus-tcp') =>
  post(at('targets/probe'), { way, host, port, settings: {} })
const readOnce = (host: string, port: number) =>
  post(at('lab/read'), { host, port, framing: 'tcp', unit: 1, span: { function: 3, address: 0, count: 2 } })
const reasonOf = ({ body }: Reply): unknown => (body.detail as Record<string, unknown> | undefined)?.reason

describe('this machine is not reached', () => {
  it.each([
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '127.8.8.8',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '017700000001',
    '2130706433',
    '0',
    '0.0.0.0',
    '[::1]',
    '::1',
    '0:0:0:0:0:0:0:1',
    '::',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '[::ffff:7f00:1]',
    '::ffff:0:127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::7f00:1',
    '2002:7f00:1::',
    'localhost',
    'LOCALHOST.',
    'x.localhost',
    hostname(),
  ])('as %s', async (host) => {
    const before = reached
    for (const reply of [await probe(host, innerPort), await readOnce(host, innerPort)]) {
      expect([reply.status, reply.body.code]).toEqual([400, 'PARAM_ERROR'])
      expect(['network', 'unknownHost']).toContain(reasonOf(reply))
    }
    expect(reached).toBe(before)
    // A closed port gets the very reply of an open one.
    expect((await probe(host, 1)).body.detail).toEqual((await probe(host, innerPort)).body.detail)
  })

  it.each(['::1%lo', 'fe80::1%eth0', '127.0.0.1/x', '127.0.0.1#', 'a@127.0.0.1', '127.0.0.1\n', '１２７.0.0.1'])(
    'as %s, which is no host',
    async (host) => {
      const before = reached
      expect((await probe(host, innerPort)).status).toBe(400)
      expect((await readOnce(host, innerPort)).status).toBe(400)
      expect(reached).toBe(before)
    },
  )

  it('by a redirect of a device', async () => {
    const before = reached
    await probe('127.0.0.1', devicePort, 'http-json')
    expect(reached).toBe(before)
  })

  it('by a scan of its network', async () => {
    const before = reached
    expect((await post(at('targets/scan'), { network: '127.0.0.0/24' })).status).toBe(400)
    expect(reached).toBe(before)
  })
})

describe('links and metadata services are not reached', () => {
  it.each([
    '169.254.169.254',
    '169.254.1.1',
    '0xa9fea9fe',
    '2852039166',
    '::ffff:169.254.169.254',
    '64:ff9b::a9fe:a9fe',
    '100.100.100.200',
    'fe80::1',
    'fd00:ec2::254',
    'fd20:ce::254',
    'ff02::1',
  ])('as %s', async (host) => {
    for (const reply of [await probe(host, 80), await readOnce(host, 80)])
      expect([reply.status, reasonOf(reply)]).toEqual([400, 'network'])
  })
})

describe('ports of other services are not reached', () => {
  it.each(['22', '25', '5432', 'http', 'logger', 'mqtt'] as const)('%s', async (name) => {
    const port = name in server.ports ? server.ports[name as 'http'] : Number(name)
    for (const host of ['127.0.0.1', '127.1', '10.255.255.1'])
      for (const reply of [await probe(host, port), await readOnce(host, port)])
        expect([reply.status, reasonOf(reply)]).toEqual([400, 'port'])
  })
})
