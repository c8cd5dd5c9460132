import { Refusal } from '@heliograph/domain/errors.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../platform/db/database.ts'
import type { DiskSpace } from '../platform/db/disk-space.ts'
import { reasonOf } from '../platform/db/outage.ts'
import type { Reads } from '../platform/db/read-replica.ts'
import type { ClockState } from '../platform/jobs/jobs.ts'

const PATIENCE_MS = 2_000

/**
 * `/healthz`: the process answers. `/readyz`: so does its database, and it can store. A node takes readings and calls also
 * while no node runs the clock, so it is ready then, and says so beside it.
 */
export function registerHealth(
  app: FastifyInstance,
  {
    db,
    disk,
    clockState,
    replicaState,
  }: Readonly<{
    db: Pick<Db, 'pool'>
    disk: Pick<DiskSpace, 'isFull'>
    clockState: () => ClockState
    replicaState: Reads['state']
  }>,
): void {
  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  app.get('/readyz', async (request, reply) => {
    const reason = await Promise.race([
      db.pool.query('select 1').then(() => undefined, reasonOf),
      new Promise<string>((resolve) => {
        setTimeout(resolve, PATIENCE_MS, 'no answer in time').unref()
      }),
    ])
    if (disk.isFull()) throw new Refusal('UNAVAILABLE', { reason: 'diskFull' })
    if (reason !== undefined) {
      request.log.warn({ reason }, 'not ready')
      throw new Refusal('UNAVAILABLE')
    }
    return reply
      .header('cache-control', 'no-store')
      .send({ status: 'ready', clock: clockState(), replica: replicaState() })
  })
}
