import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Values } from '@heliograph/domain/reading.ts'
import { createKnownLoggers } from '@heliograph/server/fleet/loggers/known-loggers.ts'
import { toSourceId } from '@heliograph/server/fleet/loggers/source.ts'
import { createNowReaction } from '@heliograph/server/fleet/now/now.ts'
import { append, type DeviceMeta, type NewSample } from '@heliograph/server/fleet/telemetry/telemetry.ts'
import type { Arrival } from '@heliograph/server/intake/ingest/arrival.ts'
import { createCounters } from '@heliograph/server/intake/ingest/counters.ts'
import { createKnownDevices } from '@heliograph/server/intake/ingest/known-devices.ts'
import type { Reaction } from '@heliograph/server/intake/ingest/reaction.ts'
import { defaultSettings } from '@heliograph/server/intake/ingest/settings.ts'
import { createWires } from '@heliograph/server/intake/ingest/wires.ts'
import { createBatchWriter } from '@heliograph/server/intake/ingest/write-batch.ts'
import type { Db } from '@heliograph/server/platform/db/database.ts'
import { createReactions } from '@heliograph/server/reactions.ts'
import { minus, openProcessorMeter } from './processor.part.ts'
import { type BenchPlant, createBenchPlant, kinds, RATED_W, readPlant, ZONE } from './telemetry.part.ts'

/** Plants of each half; every plant has one inverter that the samples below are of. */
const HALF = 500
const STEP = 300_000
/** Rounds in which a half keeps its turn: long enough that the clock's instants are renewed as often as in earnest. */
const TURN = 12

type Half = 0 | 1
/** Makes what a half sends; what that returns is measured. */
type Prepare = (half: Half, nowMs: number) => (isReacting: boolean) => Promise<void>
const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN

type Taken = Readonly<{ wall: number; node: number; database: number }>
const nothing: Taken = { wall: 0, node: 0, database: 0 }
const processorOf = ({ node, database }: Taken): number => node + database

/** Both halves of the plants in each round, one with the work and one without; they change places every few rounds. */
async function pair(db: Db, name: string, rounds: number, fromMs: number, prepare: Prepare): Promise<number> {
  const taken: Readonly<{ plain: Taken; reacting: Taken }>[] = []
  let nowMs = fromMs
  for (let n = 0; n < rounds + 2 * TURN; n++) {
    nowMs += STEP
    const reacting = (Math.floor(n / TURN) % 2) as Half
    const took = { plain: nothing, reacting: nothing }
    for (const half of n % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const run = prepare(half, nowMs)
      const meter = await openProcessorMeter(db)
      const before = meter.read()
      const from = performance.now()
      await run(half === reacting)
      const wall = performance.now() - from
      took[half === reacting ? 'reacting' : 'plain'] = { wall, ...minus(meter.read(), before) }
    }
    // Each half has had its turn: nothing is met for the first time any more.
    if (n >= 2 * TURN) taken.push(took)
  }
  report(name, taken)
  return nowMs
}

function report(name: string, taken: readonly Readonly<{ plain: Taken; reacting: Taken }>[]): void {
  const line = (what: string, pick: (one: Taken) => number): string => {
    const [plain, reacting] = [taken.map((item) => pick(item.plain)), taken.map((item) => pick(item.reacting))]
    const ratios = plain.map((value, n) => (reacting[n] ?? Number.NaN) / value)
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
    return (
      `  ${what}: ${median(plain).toFixed(1)} ms without, ${median(reacting).toFixed(1)} ms with; ratio: ` +
      `median of the pairs ${median(ratios).toFixed(3)}, of the sums ${(sum(reacting) / sum(plain)).toFixed(3)}`
    )
  }
  console.log(`${name}:`)
  console.log(line('wall', ({ wall }) => wall))
  console.log(line('processor', processorOf))
  console.log(line('  of Node', ({ node }) => node))
  console.log(line('  of the database', ({ database }) => database))
}

const makePlants = () => Array.from({ length: 2 * HALF }, (_, index) => createBenchPlant(index + 1))

export const batchSizes = [HALF, 50, 1] as const

/** What the rows of now and the rules of alarms cost an append, bare and as the ingest's whole transaction. @returns the instant that was reached */
export async function measureAppends(
  db: Db,
  rounds: number,
  startMs: number,
  sizes: readonly number[] = batchSizes,
): Promise<number> {
  const plants = makePlants()
  const isWhole = sizes.length === batchSizes.length
  const nowMs = isWhole ? await measureBare(db, plants, rounds, startMs) : startMs
  return measureIngest(db, plants, rounds, nowMs, { sizes, hasRows: true })
}

/** What the rules of alarms alone add to the ingest's whole transaction. */
export const measureRules = (db: Db, rounds: number, startMs: number): Promise<number> =>
  measureIngest(db, makePlants(), rounds, startMs, { sizes: [HALF, 50], hasRows: false })

async function measureIngest(
  db: Db,
  plants: readonly BenchPlant[],
  rounds: number,
  startMs: number,
  { sizes, hasRows }: Readonly<{ sizes: readonly number[]; hasRows: boolean }>,
): Promise<number> {
  let nowMs = startMs
  let clockMs = nowMs
  const writers = await openWriters(db, 2 * HALF, () => clockMs)
  for (const size of sizes) {
    const counted = size === 1 ? 20 : HALF
    const name = `ingest of ${counted} records of ${counted / 2} plants in batches of ${size}`
    const measure = (without: Writer, with_: Writer) => (half: Half, atMs: number) => {
      clockMs = atMs
      const arrivals = plants
        .slice(half * HALF, half * HALF + counted / 2)
        .flatMap((plant, index) =>
          readPlant(plant, atMs).map((values, k) => toArrival(half * HALF + index + 1, k + 1, values, atMs)),
        )
      return async (isReacting: boolean) => {
        const write = writers[isReacting ? with_ : without]
        for (let from = 0; from < counted; from += size) await write(arrivals.slice(from, from + size))
      }
    }
    if (hasRows) nowMs = await pair(db, `the rows of now: ${name}`, rounds, nowMs, measure('plain', 'rows'))
    nowMs = await pair(db, `the rules of alarms beside them: ${name}`, rounds, nowMs, measure('rows', 'rules'))
  }
  return nowMs
}

/** Records a second of 100,000 plants with two devices, which report every five minutes. */
const RATE = (2 * 100_000) / 300

/**
 * What the rows of now cost at the rate of 100,000 plants: records come one by one, and each transaction takes what came
 * during the last one, as the ingest does. Turns of 2,000 records with and without them.
 */
export async function measureAtRate(db: Db, pairs: number, startMs: number): Promise<number> {
  const plants = makePlants()
  let clockMs = startMs
  const writers = await openWriters(db, 2 * HALF, () => clockMs)
  const turn = async (writer: Writer) => {
    clockMs += STEP
    const values = plants.map((plant) => readPlant(plant, clockMs))
    const arrivals = [0, 1].flatMap((k) =>
      plants.map((_, n) => {
        // Neighbors in the table do not report one after the other.
        const index = (n * 379) % plants.length
        return toArrival(index + 1, k + 1, values[index]?.[k] ?? {}, clockMs)
      }),
    )
    const sizes: number[] = []
    const waitedMs: number[] = []
    let busyMs = 0
    const from = performance.now()
    for (let done = 0; done < arrivals.length; ) {
      const due = Math.min(arrivals.length, Math.floor(((performance.now() - from) * RATE) / 1000))
      const batch = arrivals.slice(done, Math.min(due, done + HALF))
      if (batch.length === 0) {
        await setTimeout(1)
        continue
      }
      const before = performance.now()
      await writers[writer](batch)
      const after = performance.now()
      busyMs += after - before
      sizes.push(batch.length)
      for (const n of batch.keys()) waitedMs.push(after - from - ((done + n) * 1000) / RATE)
      done += batch.length
    }
    return { busyMs, size: median(sizes), waitMs: median(waitedMs) }
  }
  type Turn = Awaited<ReturnType<typeof turn>>
  const taken: Readonly<{ plain: Turn; rows: Turn }>[] = []
  for (let n = 0; n < pairs + 2; n++) {
    const first = n % 2 === 0 ? await turn('plain') : undefined
    const rows = await turn('rows')
    const plain = first ?? (await turn('plain'))
    // All is met for the first time in the first two.
    if (n >= 2) taken.push({ plain, rows })
  }
  const line = (what: string, pick: (one: Turn) => number): string =>
    `  ${what}: ${median(taken.map(({ plain }) => pick(plain))).toFixed(1)} without, ` +
    `${median(taken.map(({ rows }) => pick(rows))).toFixed(1)} with; ratio: median of the pairs ` +
    median(taken.map(({ plain, rows }) => pick(rows) / pick(plain))).toFixed(3)
  console.log(`the rows of now: ${Math.round(RATE)} records a second, as of 100,000 plants, ${taken.length} pairs:`)
  console.log(line('ms of transactions for 2,000 records', ({ busyMs }) => busyMs))
  console.log(line('ms from a record to its commit', ({ waitMs }) => waitMs))
  console.log(line('records in a transaction', ({ size }) => size))
  return clockMs
}

type Writer = 'plain' | 'rows' | 'rules'

/** The ingest's transactions, without follow-up work, with the rows of now, and with the rules too; a logger for each plant. */
export async function openWriters(db: Db, plants: number, now: () => number) {
  await db.pool.query(
    `insert into loggers (wire, address, plant_id, first_seen_at, last_seen_at, interval_s)
     select 'solarman-v5', (4000000000 + id)::text, id, $2, $2, 300 from plants where id <= $1`,
    [plants, new Date(now())],
  )
  const open = (reactions: readonly Reaction[]) =>
    createBatchWriter({
      db,
      wires: createWires(),
      telemetry: { append },
      loggers: createKnownLoggers(db.pool),
      devices: createKnownDevices(db, defaultSettings.devicesPerLogger),
      settings: defaultSettings,
      counters: createCounters(),
      reactions,
      now,
      onCommitted: () => {},
    }).write
  return {
    plain: open([]),
    rows: open([createNowReaction(now)]),
    rules: open(createReactions(now)),
  }
}

export const toArrival = (plantId: number, k: number, values: Values, atMs: number): Arrival => ({
  source: toSourceId({ wire: 'solarman-v5', address: String(4_000_000_000 + plantId) }),
  receivedAtMs: atMs,
  record: {
    raw: { wire: 'solarman-v5', kind: '2701', bytes: Buffer.alloc(0) },
    digest: createHash('sha256').update(`${plantId} ${k} ${atMs}`).digest(),
    content: {
      deviceSerial: `B${plantId}-${k}`,
      deviceType: 'INVERTER',
      profileId: 'sofar-2701',
      values,
      texts: {},
      complaints: [],
    },
    instant: { atMs, timeSource: 'frame' },
  },
})

async function measureBare(db: Db, plants: readonly BenchPlant[], rounds: number, startMs: number): Promise<number> {
  const { rows } = await db.pool.query<{ id: number; plant_id: number }>(
    'select id, plant_id from devices where plant_id <= $1 order by plant_id, id',
    [2 * HALF],
  )
  const rule = { ratedW: RATED_W, totalStepWh: 1000, todayStepWh: 10, maxStepWh: 10_000 }
  const metas = rows.map(({ id, plant_id: plantId }, index): DeviceMeta => {
    const kind = kinds[index % 2]
    if (kind === undefined) throw new Error('two kinds')
    return { plantId, deviceId: id, zone: ZONE, ruleOf: () => rule, sun: null, ...kind }
  })
  let clockMs = startMs
  const react = createNowReaction(() => clockMs)
  const name = `the rows of now: append of ${2 * HALF} samples of ${HALF} plants`
  return pair(db, name, rounds, startMs, (half, atMs) => {
    clockMs = atMs
    const batch = plants.slice(half * HALF, (half + 1) * HALF).flatMap((plant, index) => {
      const values = readPlant(plant, atMs)
      return [0, 1].flatMap((k): NewSample[] => {
        const device = metas[2 * (half * HALF + index) + k]
        return device ? [{ device, atMs, timeSource: 'frame', values: values[k] ?? {} }] : []
      })
    })
    return async (isReacting) => {
      await append(db, batch, isReacting ? react : undefined)
    }
  })
}
