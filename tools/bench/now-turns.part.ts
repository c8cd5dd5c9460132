import { setTimeout } from 'node:timers/promises'
import type { Db } from '@heliograph/server/platform/db/database.ts'
import { openWriters, toArrival } from './now-append.part.ts'
import { minus, openProcessorMeter } from './processor.part.ts'
import { createBenchPlant, readPlant } from './telemetry.part.ts'

/** Readings that differ; the plants share them. */
const KINDS = 1_000
const BATCH = 500
/** Records that are measured, of the plants that were heard longest ago. */
const MEASURED = 30_000
const STEP = 300_000

/**
 * What a record costs when all plants report in turns, so that each is the one that was heard longest ago, against a
 * third of them in the same tables. Both once around before they are measured.
 */
export async function measureInTurns(db: Db, plantCount: number, startMs: number): Promise<void> {
  let clockMs = startMs
  const kinds = Array.from({ length: KINDS }, (_, index) => createBenchPlant(index + 1))
  const { rules: write } = await openWriters(db, plantCount, () => clockMs)
  const goAround = async (name: string, plants: number): Promise<number> => {
    clockMs += STEP
    const values = kinds.map((kind) => readPlant(kind, clockMs)[0])
    const meter = await openProcessorMeter(db)
    const before = meter.read()
    const from = performance.now()
    for (let done = 0; done < plants; done += BATCH) {
      const arrivals = Array.from({ length: Math.min(BATCH, plants - done) }, (_, n) =>
        toArrival(done + n + 1, 1, values[(done + n) % KINDS] ?? {}, clockMs),
      )
      await write(arrivals)
    }
    const wallUs = ((performance.now() - from) * 1000) / plants
    const used = minus(meter.read(), before)
    const usOf = (ms: number): string => ((ms * 1000) / plants).toFixed(0)
    console.log(
      `${name}: ${wallUs.toFixed(0)} us a record; processor: server ${usOf(used.node)} us, database ${usOf(used.database)} us; ` +
        `heap ${(process.memoryUsage().heapUsed / 1e6).toFixed(0)} MB`,
    )
    // What the database does behind belongs to neither.
    await setTimeout(3_000)
    return ((used.node + used.database) * 1000) / plants
  }
  const few = Math.round(plantCount / 3)
  await goAround(`${plantCount} plants for the first time`, plantCount)
  const all = await goAround(`${plantCount} plants in turns`, Math.min(MEASURED, plantCount))
  await goAround(`${few} of them`, few)
  const some = await goAround(`${few} in turns`, Math.min(MEASURED, few))
  console.log(`${plantCount} against ${few}, by processor time: ${(all / some).toFixed(2)}`)
}
