import type { Log } from './log.ts'
import { isDiskFull, reasonOf, saysDiskFull } from './outage.ts'
import { createRarely } from './rarely.ts'

/** Whether the database's disk is full, as far as this node has seen. */
export type DiskSpace = Readonly<{
  isFull: () => boolean
  /** Examines the error of a statement or of the server. @returns whether the disk was full */
  note: (error: unknown) => boolean
  close: () => void
}>

const PROBE_EVERY_MS = 5_000

/**
 * A full disk is said at once and again from time to time; while it is full, the probe is tried until it succeeds.
 * @param options.probe writes something and takes it back; throws while there is no space
 */
export function createDiskSpace(
  options: Readonly<{ log: Log; now: () => number; probe: () => Promise<void>; everyMs?: number }>,
): DiskSpace {
  const { log, probe, everyMs = PROBE_EVERY_MS } = options
  const rarely = createRarely(options.now)
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const tell = (error: unknown): void => {
    if (rarely.tell('full') === undefined) return
    // The decisive one of a failed server's last log lines.
    const lines = reasonOf(error).split('\n')
    const reason = lines.find(saysDiskFull) ?? lines[0]
    log.error({ reason }, "the database's disk is full: nothing is stored or acknowledged until there is space")
  }
  const tryLater = (): void => {
    if (isClosed) return
    timer = setTimeout(() => {
      probe().then(
        () => {
          timer = undefined
          if (rarely.end('full')) log.info('the disk of the database has space again')
        },
        (error: unknown) => {
          // A database that is away says nothing about its disk.
          if (isDiskFull(error)) tell(error)
          tryLater()
        },
      )
    }, everyMs).unref()
  }
  return {
    isFull: () => timer !== undefined,
    note: (error) => {
      if (!isDiskFull(error)) return false
      tell(error)
      if (timer === undefined) tryLater()
      return true
    },
    close: () => {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
