import { CompiledQuery, type Kysely } from 'kysely'
import PgBoss from 'pg-boss'
import type { Db } from '../db/database.ts'
import { listen, notify } from '../db/listen.ts'
import type { Log } from '../db/log.ts'
import type { Tables } from '../db/tables.ts'
import { createLoop, type Loop, type RunningJob } from './queue-loop.ts'

export type JobRules = Readonly<{
  /** How often it is tried again; the delay doubles from try to try, from `retryDelayS` on. */
  retryLimit?: number
  retryDelayS?: number
  /** A job that runs longer belonged to a node that died: another one takes it. */
  expireInS?: number
  /** What was not done by then is dropped. */
  keepMinutes?: number
  /** How many run at the same time on this node. */
  batch?: number
}>
export type { RunningJob }

/**
 * Work that outlives the process, in the database (pg-boss, schema `pgboss`). A job is done at least once: when a node dies
 * between the work and its note of it, another node does it again. The data of a job are deleted with it.
 */
export type Queue = Readonly<{
  /** Durable when it resolves; with `within` it goes with that transaction. @throws Error when nothing here works on `name` */
  send: (name: string, data: object, within?: Kysely<Tables>) => Promise<void>
  /** A handler that throws is tried again. Its error's message stands in the log: nothing secret. */
  work: <T extends object>(
    name: string,
    rules: JobRules,
    handler: (data: T, job: RunningJob) => Promise<void>,
  ) => Promise<void>
  /** Waits a few seconds for what runs. */
  stop: () => Promise<void>
}>

const channel = 'job_sent'

/** @param given.pollMs how often a node looks for jobs that nobody announced: retries and those of nodes that died */
export async function createQueue(given: Readonly<{ db: Db; log: Log; pollMs?: number }>): Promise<Queue> {
  const { db, log, pollMs = 5_000 } = given
  const boss = new PgBoss({
    db: { executeSql: (text, values) => db.pool.query(text, values) },
    schedule: false,
    maintenanceIntervalSeconds: 60,
    // Nothing is left of a job whose time is over: its data may be a code.
    archiveCompletedAfterSeconds: 60,
    deleteAfterSeconds: 60,
  })
  boss.on('error', (error) => log.warn({ reason: error.message }, 'the job queue could not be kept'))
  await boss.start()
  const loops = new Map<string, Loop>()
  const wakeAll = () => {
    for (const loop of loops.values()) loop.wake()
  }
  const heard = listen(db, channel, (name) => loops.get(name)?.wake(), wakeAll, { log })

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
      // Heard when the transaction commits, on every node.
      await notify(kysely, channel, name)
    },

    async work(name, rules, handler) {
      if (loops.has(name)) throw new Error(`Jobs of the name ${name} are worked on already`)
      const retryDelay = rules.retryDelayS ?? 30
      const options: PgBoss.Queue = {
        name,
        retryLimit: rules.retryLimit ?? 5,
        retryDelay,
        // With doubling, pg-boss makes a second of no delay.
        retryBackoff: retryDelay > 0,
        expireInSeconds: rules.expireInS ?? 300,
        retentionMinutes: rules.keepMinutes ?? 48 * 60,
      }
      await boss.createQueue(name, options)
      // An older version may have made it with other rules.
      await boss.updateQueue(name, options)
      loops.set(name, createLoop({ boss, name, batch: rules.batch ?? 1, pollMs, log, handler }))
    },

    async stop() {
      await Promise.all([...loops.values()].map((loop) => loop.stop()))
      await heard.close()
      await boss.stop({ graceful: false, close: false })
    },
  }
}
