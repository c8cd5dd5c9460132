import { CompiledQuery, type Kysely } from 'kysely'
import PgBoss from 'pg-boss'
import type { Db } from '../db/database.ts'
import { listen, notify } from '../db/listen.ts'
import type { Log } from '../db/log.ts'
import type { Tables } from '../db/tables.ts'
import type { JobLog } from './job-log.ts'
import { createLoop, type Loop, type RunningJob } from './queue-loop.ts'

export type JobRules = Readonly<{
  /** The number of retries; the delay starts at `retryDelayS` and doubles each time. */
  retryLimit?: number
  retryDelayS?: number
  /** A job running longer than this belonged to a dead node: another node takes it. */
  expireInS?: number
  /** A job not finished by then is dropped. */
  keepMinutes?: number
  /** The number of concurrent jobs on this node. */
  batch?: number
}>
export type { RunningJob }

/**
 * Work that outlives the process, stored in the database (pg-boss, schema `pgboss`). A job runs at least once: when a
 * node dies between the work and its record, another node runs it again. A job's data is deleted with it.
 */
export type Queue = Readonly<{
  /**
   * Durable when it resolves; with `within` it commits with that transaction.
   * @throws Error when this process has no worker for `name`
   */
  send: (name: string, data: object, within?: Kysely<Tables>) => Promise<void>
  /** A handler that throws is retried. Its error message appears in the log and must hold no secret. */
  work: <T extends object>(
    name: string,
    rules: JobRules,
    handler: (data: T, job: RunningJob) => Promise<void>,
  ) => Promise<void>
  /** Waits a few seconds for running jobs. */
  stop: () => Promise<void>
}>

const CHANNEL = 'job_sent'

const createBoss = ({ pool }: Pick<Db, 'pool'>): PgBoss =>
  new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schedule: false,
    maintenanceIntervalSeconds: 60,
    // Expired jobs are removed whole: the data may be a code.
    archiveCompletedAfterSeconds: 60,
    deleteAfterSeconds: 60,
  })

/** Makes the tables of the queue, with a place for the jobs of each name, in a database that has none yet. */
export async function prepareQueues(db: Pick<Db, 'pool'>, names: readonly string[]): Promise<void> {
  const boss = createBoss(db)
  try {
    await boss.start()
    for (const name of names) await boss.createQueue(name)
  } finally {
    await boss.stop({ graceful: false, close: false })
  }
}

/** @param options.pollMs how often a node looks for unannounced jobs: retries and those of dead nodes */
export async function createQueue(
  input: Readonly<{ db: Db; log: Log; jobLog: JobLog; pollMs?: number }>,
): Promise<Queue> {
  const { db, log, jobLog, pollMs = 5_000 } = input
  const boss = createBoss(db)
  boss.on('error', (error) => jobLog.failed('upkeep of the queue', error))
  await boss.start()
  const loops = new Map<string, Loop>()
  const wakeAll = () => {
    for (const loop of loops.values()) loop.wake()
  }
  const heard = listen(db, CHANNEL, (name) => loops.get(name)?.wake(), wakeAll, { log })
  // Jobs sent before the first LISTEN are announced to no listener.
  void heard.ready.then(wakeAll)

  return {
    async send(name, data, within) {
      if (!loops.has(name)) throw new Error(`Nothing works on jobs of the name ${name}`)
      const kysely = within ?? db.kysely
      const executeSql = async (text: string, values: unknown[]) => {
        const { rows } = await kysely.executeQuery<object>(CompiledQuery.raw(text, values))
        return { rows: [...rows] }
      }
      const id = await boss.send(name, data, { db: { executeSql } })
      if (id === null) throw new Error(`A job ${name} was not taken`)
      // Every node is notified when the transaction commits. Without one the job is stored by now: a poll finds it, too.
      const notified = notify(kysely, CHANNEL, name)
      if (within === undefined) await notified.catch((error) => jobLog.failed(`waking the workers of ${name}`, error))
      else await notified
    },

    async work(name, rules, handler) {
      if (loops.has(name)) throw new Error(`Jobs of the name ${name} are worked on already`)
      const retryDelay = rules.retryDelayS ?? 30
      const options: PgBoss.Queue = {
        name,
        retryLimit: rules.retryLimit ?? 5,
        retryDelay,
        // With doubling, pg-boss turns no delay into one second.
        retryBackoff: retryDelay > 0,
        expireInSeconds: rules.expireInS ?? 300,
        retentionMinutes: rules.keepMinutes ?? 48 * 60,
      }
      await boss.createQueue(name, options)
      // An older version may have created the queue with other rules.
      await boss.updateQueue(name, options)
      loops.set(name, createLoop({ boss, name, batch: rules.batch ?? 1, pollMs, jobLog, handler }))
    },

    async stop() {
      await Promise.all([...loops.values()].map((loop) => loop.stop()))
      await heard.close()
      await boss.stop({ graceful: false, close: false })
    },
  }
}
