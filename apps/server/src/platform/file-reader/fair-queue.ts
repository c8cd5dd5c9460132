/** Owner of a waiting file: all files of one account share its turns. */
export type Waiting = Readonly<{ account: string; bytes: number; mostWaiting?: number | undefined }>

type Limits = Readonly<{
  waitingOfAccount: number
  waiting: number
  waitingBytes: number
  processes: number
  rememberedMs: number
}>
type Spent = { ms: number; atMs: number }

/**
 * Order of turns: one file of an account at a time, and first the account whose files have cost least lately. A flood
 * of files, or a file that had to be ended, makes only its own sender wait.
 */
export function createFairQueue<T extends Waiting>(limits: Limits, now: () => number) {
  const queue = new Set<T>()
  const running = new Map<T, number>()
  const spent = new Map<string, Spent>()

  const costOf = (account: string): number => spent.get(account)?.ms ?? 0
  const forgetOld = (): void => {
    for (const [account, { atMs }] of spent) if (atMs + limits.rememberedMs < now()) spent.delete(account)
  }

  return {
    /** @returns false: too many wait already */
    join(job: T): boolean {
      let [own, bytes] = [0, job.bytes]
      for (const one of queue) {
        bytes += one.bytes
        if (one.account === job.account) own += 1
      }
      if (
        own >= (job.mostWaiting ?? limits.waitingOfAccount) ||
        queue.size >= limits.waiting ||
        bytes > limits.waitingBytes
      )
        return false
      queue.add(job)
      return true
    },
    /** @returns whether it waited */
    leave: (job: T): boolean => queue.delete(job),
    /** The next file, which is then running; undefined while nothing can begin. */
    next(): T | undefined {
      if (running.size >= limits.processes) return undefined
      forgetOld()
      const busy = new Set([...running.keys()].map(({ account }) => account))
      let best: T | undefined
      for (const job of queue)
        if (!busy.has(job.account) && (best === undefined || costOf(job.account) < costOf(best.account))) best = job
      if (best === undefined) return undefined
      queue.delete(best)
      running.set(best, now())
      return best
    },
    done(job: T): void {
      const beganMs = running.get(job)
      if (beganMs === undefined) return
      running.delete(job)
      spent.set(job.account, { ms: costOf(job.account) + now() - beganMs, atMs: now() })
    },
    waiting: (): readonly T[] => [...queue],
  }
}
