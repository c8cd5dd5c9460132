import { createHash, randomInt } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Moment } from '../readings.ts'
import type { Home, Served } from '../sites/home.ts'

const PHASES = ['a', 'b', 'c'] as const
const round = (value: number, decimals: number): number => Number(value.toFixed(decimals)) + 0
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Replies of a Shelly Pro 3EM at the grid connection, by path: itself, its phases, their energies. */
export function shellyReplies(mac: string, { atMs, now, powers: { flows } }: Moment): Readonly<Record<string, object>> {
  const watts = flows.importW - flows.exportW
  const { import: bought, export: sold } = now.boundary
  const phases = PHASES.map((name, index) => ({ name, volts: 235.6 + index * 0.4, watts: watts / 3 }))
  const em = {
    id: 0,
    ...Object.assign(
      {},
      ...phases.map(({ name, volts, watts: own }) => ({
        [`${name}_current`]: round(Math.abs(own) / volts, 3),
        [`${name}_voltage`]: round(volts, 1),
        [`${name}_act_power`]: round(own, 1),
        [`${name}_aprt_power`]: round(Math.abs(own) * 1.01, 1),
        [`${name}_pf`]: 0.99,
        [`${name}_freq`]: 50,
      })),
    ),
    n_current: null,
    total_current: round(Math.abs(watts) / 236, 3),
    total_act_power: round(watts, 3),
    total_aprt_power: round(Math.abs(watts) * 1.01, 3),
    user_calibrated_phase: [],
  }
  const emdata = {
    id: 0,
    ...Object.assign(
      {},
      ...phases.map(({ name }) => ({
        [`${name}_total_act_energy`]: round(bought.total / 3, 2),
        [`${name}_total_act_ret_energy`]: round(sold.total / 3, 2),
      })),
    ),
    total_act: round(bought.total, 2),
    total_act_ret: round(sold.total, 2),
  }
  return {
    '/shelly': {
      name: null,
      id: `shellypro3em-${mac.toLowerCase()}`,
      mac,
      slot: 1,
      model: 'SPEM-003CEBEU',
      gen: 2,
      fw_id: '20260908-132044/1.7.1-gd336f31',
      ver: '1.7.1',
      app: 'Pro3EM',
      auth_en: true,
      auth_domain: `shellypro3em-${mac.toLowerCase()}`,
      profile: 'triphase',
    },
    '/rpc/EM.GetStatus?id=0': em,
    '/rpc/EMData.GetStatus?id=0': emdata,
    '/rpc/Shelly.GetStatus': {
      'em:0': em,
      'emdata:0': emdata,
      sys: { mac, unixtime: Math.floor(atMs / 1000) },
      'temperature:0': { id: 0, tC: 41.2, tF: 106.2 },
    },
  }
}

/**
 * A Shelly Pro 3EM with a password: only `/shelly` is open, the rest wants a digest by SHA-256.
 * @throws Error of the system when the port is taken
 */
export async function serveShelly(port: number, home: Home, password: string): Promise<Served> {
  const { model, momentAt, now } = home
  const mac = `02${model.seed.toString(16).padStart(10, '0').slice(-10)}`.toUpperCase()
  const realm = `shellypro3em-${mac.toLowerCase()}`
  const nonce = String(randomInt(1e9, 2e9))
  const secret = sha256(`admin:${realm}:${password}`)
  const isAllowed = ({ headers: { authorization = '' }, method, url }: IncomingMessage): boolean => {
    const fields = new Map([...authorization.matchAll(/(\w+)="?([^",]+)"?/g)].map(([, name, value]) => [name, value]))
    const [nc, cnonce, qop] = ['nc', 'cnonce', 'qop'].map((name) => fields.get(name) ?? '')
    const request = sha256(`${method}:${url}`)
    return (
      fields.get('nonce') === nonce &&
      fields.get('response') === sha256([secret, nonce, nc, cnonce, qop, request].join(':'))
    )
  }
  const answer = (request: IncomingMessage, reply: ServerResponse): void => {
    const moment = momentAt(now())
    const body = moment && shellyReplies(mac, moment)[request.url ?? '']
    if (request.url !== '/shelly' && !isAllowed(request)) {
      const challenge = `Digest qop="auth", realm="${realm}", nonce="${nonce}", algorithm=SHA-256`
      reply.writeHead(401, { 'WWW-Authenticate': challenge }).end()
    } else if (body === undefined) reply.writeHead(404).end('Not Found')
    else reply.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
  }
  const server = createServer(answer)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    port: (server.address() as { port: number }).port,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
