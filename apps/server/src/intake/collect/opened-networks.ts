import { ownNetworks } from '@heliograph/collect/discovery/scan-network.ts'
import { type NetworkList, noNetworks, readNetworks } from '@heliograph/collect/reach/networks.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { Db } from '../../platform/db/database.ts'
import { listen, notify } from '../../platform/db/listen.ts'
import type { Log } from '../../platform/db/log.ts'
import { reasonOf } from '../../platform/db/outage.ts'

const CHANNEL = 'device_networks'

/** The server's own networks that an administrator opened for reading devices. */
export type OpenedNetworks = NetworkList &
  Readonly<{
    /** @throws Refusal PARAM_ERROR for a network that is not this server's own */
    open: (network: string, userId: number, nowMs: number) => Promise<void>
    shut: (network: string) => Promise<void>
    close: () => Promise<void>
  }>

export async function watchOpenedNetworks(
  options: Readonly<{ db: Db; log: Log; own?: () => readonly string[] }>,
): Promise<OpenedNetworks> {
  const { db, log, own = ownNetworks } = options
  let list: NetworkList = noNetworks
  const load = async (): Promise<void> => {
    const rows = await db.kysely.selectFrom('device_networks').select('network').execute()
    list = readNetworks(rows.map(({ network }) => network).join(','), CHANNEL)
  }
  const reload = (): void =>
    void load().catch((error: unknown) => log.warn({ reason: reasonOf(error) }, 'opened networks are not read'))
  const listener = listen(db, CHANNEL, reload, reload, { log })
  await listener.ready
  await load()
  return {
    has: (address) => list.has(address),
    get isEmpty() {
      return list.isEmpty
    },
    open: async (network, userId, nowMs) => {
      if (!own().includes(network)) throw new Refusal('PARAM_ERROR', { field: 'network' })
      await db.kysely
        .insertInto('device_networks')
        .values({ network, opened_by: userId, opened_at: new Date(nowMs) })
        .onConflict((conflict) => conflict.column('network').doNothing())
        .execute()
      await load()
      await notify(db.pool, CHANNEL, '')
    },
    shut: async (network) => {
      await db.kysely.deleteFrom('device_networks').where('network', '=', network).execute()
      await load()
      await notify(db.pool, CHANNEL, '')
    },
    close: () => listener.close(),
  }
}
