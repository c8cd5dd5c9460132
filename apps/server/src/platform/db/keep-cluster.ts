import { setTimeout as delay } from 'node:timers/promises'
import { type Cluster, type ClusterConnection, type ClusterOptions, startCluster } from './cluster.ts'
import { isDiskFull } from './outage.ts'

export type KeptCluster = Readonly<{ connection: ClusterConnection; stop: () => Promise<void> }>

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 15_000

/**
 * Runs the embedded PostgreSQL and starts it again when a full disk ended it or kept it from starting, until there is
 * space. Any other end goes to `onDeath`.
 * @param options.onDiskFull called each time @param options.signal ends the wait for space
 */
export async function keepCluster(
  options: ClusterOptions &
    Readonly<{
      onDiskFull: (error: unknown) => void
      onDeath: (reason: string) => void
      signal: AbortSignal
      start?: (options: ClusterOptions) => Promise<Cluster>
      wait?: (ms: number) => Promise<unknown>
    }>,
): Promise<KeptCluster> {
  const { onDiskFull, onDeath, signal, start = startCluster } = options
  const wait = options.wait ?? ((ms: number) => delay(ms, undefined, { signal }).catch(() => {}))
  let cluster: Cluster
  let restarting: Promise<void> | undefined
  let isStopping = false

  const startWithSpace = async (): Promise<Cluster> => {
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
      try {
        return await start({ ...options, onDeath: (reason) => restart(reason) })
      } catch (error) {
        if (!isDiskFull(error) || signal.aborted || isStopping) throw error
        onDiskFull(error)
        await wait(waitMs)
      }
    }
  }

  const restart = (reason: string): void => {
    const death = new Error(reason)
    if (isStopping) return
    if (!isDiskFull(death)) {
      onDeath(reason)
      return
    }
    onDiskFull(death)
    restarting = (async () => {
      const { connection } = cluster
      // Frees the folder for the next one.
      await cluster.stop()
      cluster = await startWithSpace()
      // Open connections would look for the old socket.
      if (cluster.connection.host !== connection.host) throw new Error('its socket is elsewhere now')
    })().catch((error: Error) => {
      if (!isStopping) onDeath(`PostgreSQL could not be started again: ${error.message}`)
    })
  }

  cluster = await startWithSpace()
  return {
    connection: cluster.connection,
    stop: async () => {
      isStopping = true
      await restarting
      await cluster.stop()
    },
  }
}
