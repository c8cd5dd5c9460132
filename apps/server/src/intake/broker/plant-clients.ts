import { type Levels, levelsOf, matches } from './topics.ts'

export type Message = Readonly<{ topic: string; payload: Buffer }>

/** A connected client, as the others of its plant see it. */
export type Client = Readonly<{
  id: string
  deliver: (message: Message, isRetained: boolean) => void
  end: () => void
}>

const MOST_CLIENTS = 50
const MOST_FILTERS_OF_CLIENT = 50
/** Each message is compared with all of them. A plug has three. */
const MOST_FILTERS = 150
const MOST_RETAINED = 2_000
const MOST_RETAINED_BYTES = 1024 * 1024

/**
 * The clients of one plant and what they retained. Nothing of another plant is in it: whatever a client subscribes to, it
 * hears its own plant.
 */
export function createPlantClients() {
  const clients = new Map<string, Client>()
  const filtersOf = new Map<Client, Map<string, Levels>>()
  let filterCount = 0
  const retained = new Map<string, Buffer>()
  let retainedBytes = 0
  const forget = (topic: string): void => {
    retainedBytes -= topic.length + (retained.get(topic)?.length ?? -topic.length)
    retained.delete(topic)
  }
  return {
    /** @returns false: there are too many */
    join: (client: Client): boolean => {
      const before = clients.get(client.id)
      if (before === undefined && clients.size >= MOST_CLIENTS) return false
      // MQTT 3.1.1, section 3.1.4: the older one is ended.
      clients.set(client.id, client)
      filtersOf.set(client, new Map())
      before?.end()
      return true
    },
    leave: (client: Client): void => {
      if (clients.get(client.id) === client) clients.delete(client.id)
      filterCount -= filtersOf.get(client)?.size ?? 0
      filtersOf.delete(client)
    },
    /** @returns false: there are too many, of the client or of its plant */
    subscribe: (client: Client, filter: string): boolean => {
      const own = filtersOf.get(client)
      if (own === undefined) return false
      if (own.has(filter)) return true
      if (own.size >= MOST_FILTERS_OF_CLIENT || filterCount >= MOST_FILTERS) return false
      own.set(filter, levelsOf(filter))
      filterCount += 1
      return true
    },
    unsubscribe: (client: Client, filter: string): void => {
      if (filtersOf.get(client)?.delete(filter)) filterCount -= 1
    },
    endAll: (): void => {
      for (const client of [...clients.values()]) client.end()
    },
    publish: (message: Message, isRetained: boolean): void => {
      const { topic, payload } = message
      if (isRetained) {
        forget(topic)
        const bytes = topic.length + payload.length
        if (payload.length > 0 && retained.size < MOST_RETAINED && retainedBytes + bytes <= MOST_RETAINED_BYTES) {
          retained.set(topic, payload)
          retainedBytes += bytes
        }
      }
      const levels = levelsOf(topic)
      for (const [client, filters] of filtersOf)
        for (const filter of filters.values())
          if (matches(filter, levels)) {
            client.deliver(message, false)
            break
          }
    },
    deliverRetained: (client: Client, filter: string): void => {
      const wanted = levelsOf(filter)
      for (const [topic, payload] of retained)
        if (matches(wanted, levelsOf(topic))) client.deliver({ topic, payload }, true)
    },
  }
}
export type PlantClients = ReturnType<typeof createPlantClients>
