import { createServer, type Server, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { type Clock, systemClock } from '@heliograph/collect/clock.ts'
import type { NumberUse } from '@heliograph/devices/reads/mqtt/mqtt.ts'
import { toCountedAddress } from '@heliograph/domain/address.ts'
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { Db } from '../../platform/db/database.ts'
import { listen } from '../../platform/db/listen.ts'
import type { Log } from '../../platform/db/log.ts'
import { reasonOf } from '../../platform/db/outage.ts'
import { createTlsContext } from '../../platform/networks/networks.ts'
import { NUMBERS_CHANGED, noteNumbers, readAssignments } from '../collect/collect.ts'
import type { PolledDesk } from '../ingest/ingest.ts'
import { type BrokerLogger, findBrokerLogger, isBrokerLogger } from './broker-logger.ts'
import { type Entered, type Login, openConnection, type Room } from './connection.ts'
import { createPlantClients } from './plant-clients.ts'
import { createPlantInbox } from './plant-inbox.ts'
import type { BrokerConfig } from './read-config.ts'

export { type BrokerConfig, readBrokerConfig } from './read-config.ts'

/** Whom a token stands for; undefined: it may not write there, or is none. */
export type FindWriter = (login: Login) => Promise<Readonly<{ plantId: number; userId: number }> | undefined>

export type MqttBroker = Readonly<{
  ports: Readonly<{ plain: number | undefined; tls: number | undefined }>
  clients: () => number
  close: () => Promise<void>
}>

const TICK_MS = 500
const NOTED_MS = MINUTE_MS
/** Connections of one address that did not show a token yet. */
const MOST_UNPROVEN = 20
/** A token that was deleted or lost its right ends its connections this late. */
const RECHECK_MS = 5 * MINUTE_MS
/** Programs that connect for each message find what they said before. */
const LINGER_MS = 10 * MINUTE_MS

type Connection = ReturnType<typeof openConnection>
type Plant = Room & {
  users: number
  leftAtMs: number
  readonly logger: BrokerLogger
  readonly assignments: Map<string, NumberUse>
  noted: number
  notedAtMs: number
}

/**
 * A broker for homes that have none (MQTT 3.1, 3.1.1 and 5): devices publish to it as they would at home, and their messages
 * are read as those of the user's own broker are. Each plant is a broker of its own. QoS 1 is acknowledged after the commit.
 */
export async function openMqttBroker(
  options: Readonly<{
    db: Db
    log: Log
    config: BrokerConfig
    desk: PolledDesk
    findWriter: FindWriter
    storeSeconds: number
    clock?: Clock
  }>,
): Promise<MqttBroker> {
  const { db, log, config, desk, findWriter, storeSeconds, clock = systemClock } = options
  const { now } = clock
  const connections = new Set<Connection>()
  const unproven = new Map<string, number>()
  const plants = new Map<number, Promise<Plant | undefined>>()

  const openPlant = async (plantId: number, userId: number): Promise<Plant | undefined> => {
    const logger = await findBrokerLogger(db, { plantId, userId, storeSeconds, nowMs: now() })
    if (logger === undefined) return undefined
    const clients = createPlantClients()
    const assignments = new Map(await readAssignments(db, logger.id))
    const onFailure = (error: unknown): void =>
      log.warn({ plantId, reason: reasonOf(error) }, 'a message is not stored')
    const { address, intervalMs } = logger
    const inbox = createPlantInbox({
      logger: address,
      intervalMs,
      storeMs: storeSeconds * 1000,
      desk,
      now,
      onFailure,
      assignments,
    })
    const plant: Plant = {
      clients,
      inbox,
      users: 0,
      leftAtMs: now(),
      logger,
      assignments,
      noted: 0,
      notedAtMs: now(),
      leave: () => {
        plant.users -= 1
        plant.leftAtMs = now()
      },
    }
    return plant
  }
  const closing = new Set<Promise<unknown>>()
  const track = (work: Promise<unknown>): void => {
    closing.add(work)
    void work.finally(() => closing.delete(work))
  }
  const enter = async (login: Login): Promise<Entered> => {
    const writer = await findWriter(login)
    if (writer === undefined) return 'refused'
    const { plantId, userId } = writer
    const opening = plants.get(plantId) ?? openPlant(plantId, userId)
    plants.set(plantId, opening)
    const plant = await opening.catch((error: unknown) => {
      plants.delete(plantId)
      throw error
    })
    if (plant === undefined) {
      plants.delete(plantId)
      return 'busy'
    }
    // Its last client left while this one came.
    if (plants.get(plantId) !== opening) return 'busy'
    plant.users += 1
    return plant
  }

  /** New numbers are listed at once; the values of all now and then. */
  const noteHeard = (plant: Plant): void => {
    const numbers = plant.inbox.numbers()
    if (numbers.length === 0 || (numbers.length === plant.noted && now() - plant.notedAtMs < NOTED_MS)) return
    plant.noted = numbers.length
    plant.notedAtMs = now()
    const { id } = plant.logger
    track(noteNumbers(db, [{ loggerId: id, numbers }], now()).catch((error: unknown) => warn(id, error)))
  }
  /** Reads anew what the owner says of his numbers. */
  const assign = async (loggerId?: number): Promise<void> => {
    for (const opening of [...plants.values()]) {
      const plant = await opening.catch(() => undefined)
      if (plant === undefined || (loggerId !== undefined && plant.logger.id !== loggerId)) continue
      const read = await readAssignments(db, plant.logger.id)
      plant.assignments.clear()
      for (const [key, use] of read) plant.assignments.set(key, use)
    }
  }
  const warn = (loggerId: number | undefined, error: unknown): void =>
    log.warn({ logger: loggerId, reason: reasonOf(error) }, 'numbers of MQTT clients are not listed')
  const reassign = (loggerId?: number): void => track(assign(loggerId).catch((error: unknown) => warn(loggerId, error)))
  const changes = listen(
    db,
    NUMBERS_CHANGED,
    (payload) => reassign(Number(payload)),
    () => reassign(),
    { log },
  )

  const accept = (line: Socket, socket = line): void => {
    const address = toCountedAddress(line.remoteAddress ?? '')
    const before = unproven.get(address) ?? 0
    if (connections.size >= config.mostClients || before >= MOST_UNPROVEN) return void line.destroy()
    unproven.set(address, before + 1)
    const prove = (): void => {
      const left = (unproven.get(address) ?? 1) - 1
      if (left > 0) unproven.set(address, left)
      else unproven.delete(address)
    }
    let isProven = false
    const connection = openConnection(socket, {
      address,
      now,
      after: clock.after,
      enter: async (login) => {
        const entered = await enter(login)
        if (typeof entered !== 'string' && !isProven) {
          isProven = true
          prove()
        }
        return entered
      },
    })
    connections.add(connection)
    void connection.ended.then(() => {
      connections.delete(connection)
      if (!isProven) prove()
    })
  }
  const servers: Server[] = []
  const listenAt = (port: number, take: (line: Socket) => void): Promise<number> =>
    new Promise((opened, failed) => {
      const server = createServer({ noDelay: true }, (line) => take(line))
      servers.push(server)
      server.once('error', failed)
      server.listen({ port, host: config.host }, () => opened((server.address() as { port: number }).port))
    })

  const recheck = async (): Promise<void> => {
    for (const connection of [...connections]) {
      const login = connection.login()
      if (login === undefined) continue
      // Without the database nobody is sent away.
      const writer = await findWriter(login).catch(() => login)
      if (writer === undefined) connection.end()
    }
    for (const [plantId, opening] of [...plants]) {
      const plant = await opening.catch(() => undefined)
      if (plant === undefined || (await isBrokerLogger(db, plantId, plant.logger.address).catch(() => true))) continue
      // Its logger was removed or moved: the next client adds one.
      plants.delete(plantId)
      plant.clients.endAll()
    }
  }
  let isClosed = false
  const every = (ms: number, run: () => unknown): void =>
    void clock.after(ms, () => {
      if (isClosed) return
      void Promise.resolve(run()).finally(() => every(ms, run))
    })
  every(TICK_MS, async () => {
    for (const connection of connections) connection.tick()
    for (const [plantId, opening] of [...plants]) {
      const plant = await opening.catch(() => undefined)
      if (plant === undefined) continue
      plant.inbox.tick()
      noteHeard(plant)
      if (plant.users > 0 || now() - plant.leftAtMs < LINGER_MS) continue
      plants.delete(plantId)
      track(plant.inbox.close())
    }
  })
  every(RECHECK_MS, recheck)

  const close = async (): Promise<void> => {
    isClosed = true
    for (const server of servers) server.close()
    for (const connection of connections) connection.end()
    for (const opening of plants.values()) track(opening.then((plant) => plant?.inbox.close()).catch(() => {}))
    plants.clear()
    await changes.close()
    await Promise.all(closing)
  }
  try {
    const { port, tls } = config
    const plain = port === undefined ? undefined : await listenAt(port, accept)
    const context = tls && createTlsContext(tls, now)
    const secure =
      context &&
      (await listenAt(tls.port, (line) =>
        accept(line, new TLSSocket(line, { isServer: true, secureContext: context() })),
      ))
    log.info({ port: plain, tlsPort: secure }, 'MQTT clients may connect')
    return { ports: { plain, tls: secure }, clients: () => connections.size, close }
  } catch (error) {
    await close()
    throw error
  }
}
