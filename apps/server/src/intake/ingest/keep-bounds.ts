import type pg from 'pg'
import type { KnownLogger } from '../../fleet/loggers/known-loggers.ts'
import type { SourceId } from '../../fleet/loggers/source.ts'
import type { Raw } from './plan.ts'
import type { IngestSettings } from './settings.ts'

type Client = Pick<pg.ClientBase, 'query'>

/** Keeps the newest undecoded payloads of one logger at its plant; its row counts the deleted ones. */
async function trimRaw(client: Client, plantId: number, loggerId: number, limit: number): Promise<number> {
  const { rowCount } = await client.query(
    `delete from undecoded_payloads where plant_id = $1 and logger_id = $2 and digest in
       (select digest from undecoded_payloads where plant_id = $1 and logger_id = $2 and reason <> 'unproven'
        order by received_at desc, digest offset $3)`,
    [plantId, loggerId, limit],
  )
  return await countRejected(client, loggerId, rowCount ?? 0)
}

async function countRejected(client: Client, loggerId: number, dropped: number): Promise<number> {
  if (dropped > 0)
    await client.query('update loggers set rejected_records = rejected_records + $2 where id = $1', [loggerId, dropped])
  return dropped
}

/** Records that a batch had to delete to stay within the bounds. */
export type Trimmed = Readonly<{
  dropped: number
  /** Loggers whose cached state changed: fewer rows, or deleted. */
  touched: readonly SourceId[]
}>

/** Keeps the table of undecoded payloads within its bounds, in the transaction that would pass them. */
export function createBoundsKeeper(settings: IngestSettings, known: (source: SourceId) => KnownLogger) {
  return {
    trim: async (client: Pick<pg.ClientBase, 'query'>, raws: readonly Raw[]): Promise<Trimmed> => {
      let dropped = 0
      const touched: SourceId[] = []
      for (const [source, more] of countBy(
        raws.filter(({ reason }) => reason !== 'unproven').map(({ arrival }) => arrival.source),
      )) {
        const { id, plant, undecodedRecords } = known(source)
        if (id === undefined || plant === undefined || undecodedRecords + more <= settings.undecodedPerLogger) continue
        dropped += await trimRaw(client, plant.id, id, settings.undecodedPerLogger)
        touched.push(source)
      }
      return { dropped, touched }
    },
  }
}

export function countBy(keys: readonly SourceId[]): Map<SourceId, number> {
  const counts = new Map<SourceId, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}
