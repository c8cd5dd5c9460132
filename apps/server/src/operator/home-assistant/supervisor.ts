import { connect } from 'node:net'
import { systemClock } from '@heliograph/collect/clock.ts'
import { type HaSession, openSession } from '@heliograph/collect/home-assistant/session.ts'
import type { Io } from '@heliograph/collect/way.ts'
import { z } from 'zod'
import type { SupervisorConfig } from './read-config.ts'

const REPLY_MS = 10_000
const MOST_REPLY_CHARS = 65_536

/** A broker as one add-on offers it to the others (developers.home-assistant.io/docs/api/supervisor/endpoints). */
const mqttService = z.object({
  host: z.string().min(1).max(253),
  port: z.coerce.number().int().min(1).max(65_535),
  ssl: z.boolean().default(false),
  username: z.string().max(300).default(''),
  password: z.string().max(1_000).optional(),
})
export type MqttService = z.infer<typeof mqttService>

const users = z.array(
  z.object({
    id: z.string().regex(/^[0-9a-f]{32}$/),
    name: z.string().nullable().default(null),
    is_owner: z.boolean().default(false),
    is_active: z.boolean().default(false),
    system_generated: z.boolean().default(false),
    group_ids: z.array(z.string()).default([]),
  }),
)

export type HouseUser = Readonly<{ id: string; name: string; isOwner: boolean; isAdmin: boolean }>

/** Facts of the home that Home Assistant knows; each may be missing. */
const homeConfig = z.object({
  location_name: z.string().catch(''),
  latitude: z.number().min(-90).max(90).catch(0),
  longitude: z.number().min(-180).max(180).catch(0),
  elevation: z.number().min(-500).max(9_000).catch(0),
  time_zone: z.string().catch(''),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .catch(''),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .catch(''),
  language: z.string().catch(''),
})
export type HomeConfig = z.infer<typeof homeConfig>

export type Supervisor = Readonly<{
  config: SupervisorConfig
  /** The broker of the home; undefined: none is installed. @throws Error when the Supervisor does not answer as documented */
  readMqtt: () => Promise<MqttService | undefined>
  /** People of Home Assistant who are active. @throws Error when it cannot be asked */
  listUsers: () => Promise<readonly HouseUser[]>
  /** @throws Error when Home Assistant cannot be asked */
  readHome: () => Promise<HomeConfig>
}>

export function createSupervisor(config: SupervisorConfig): Supervisor {
  const { address, port, token } = config
  const io: Io = {
    clock: systemClock,
    note: () => {},
    connect: ({ timeoutMs }) =>
      new Promise((resolve, reject) => {
        const socket = connect({ host: address, port })
        const timer = setTimeout(() => socket.destroy(new Error('ETIMEDOUT')), timeoutMs)
        socket.once('error', reject)
        socket.once('close', () => clearTimeout(timer))
        socket.once('connect', () => {
          clearTimeout(timer)
          socket.off('error', reject)
          resolve(socket)
        })
      }),
  }
  const ask = async <T>(work: (session: HaSession) => Promise<T>): Promise<T> => {
    const session = await openSession({ token, isSupervisor: true }, io)
    try {
      return await work(session)
    } finally {
      session.close('read')
    }
  }
  return {
    config,
    readMqtt: async () => {
      const reply = await fetch(`http://${address}:${port}/services/mqtt`, {
        headers: { authorization: `Bearer ${token}` },
        redirect: 'error',
        signal: AbortSignal.timeout(REPLY_MS),
      })
      // "Service not enabled": no broker is installed.
      if (reply.status === 400) return undefined
      if (!reply.ok) throw new Error(`The Supervisor answered ${reply.status}`)
      const text = await reply.text()
      if (text.length > MOST_REPLY_CHARS) throw new Error('The Supervisor answered too much')
      return z.object({ data: mqttService }).parse(JSON.parse(text)).data
    },
    listUsers: () =>
      ask(async (session) =>
        users
          .parse(await session.call('config/auth/list'))
          .filter((user) => user.is_active && !user.system_generated)
          .map(({ id, name, is_owner: isOwner, group_ids: groups }) => ({
            id,
            name: name ?? '',
            isOwner,
            isAdmin: isOwner || groups.includes('system-admin'),
          })),
      ),
    readHome: () => ask(async (session) => homeConfig.parse(await session.call('get_config'))),
  }
}
