import { DAY_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { Values } from '@heliograph/domain/reading.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { append, type DeviceMeta } from '../../fleet/telemetry/telemetry.ts'
import { addUser } from '../../people/accounts/accounts.ts'
import type { Db } from '../../platform/db/database.ts'
import { addTestDevice, addTestPlant } from '../../testing/app.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { createAlarmReaction, judgeRange, lookAgain, readWatched } from './alarms.ts'

let database: TestDatabase
let db: Db
let ownerId: number
beforeAll(async () => {
  database = await createTestDatabase()
  db = database.db
  ownerId = await addUser(db, { account: 'owner', password: 'Walrus-27-tusks' })
})
afterAll(() => database.drop())

const STEP = 15 * MINUTE_MS
const start = Date.parse('2026-06-01T05:00Z')
const clock = () => start + 3 * DAY_MS

/** What the rules look at: powers that stand still, counters, sensors that are lost, a charge that never moves. */
const drawn = {
  acPowerW: [0, 1, 900, 2_500, 4_900],
  pv1PowerW: [0, 800, 2_400],
  pv2PowerW: [0, 800, 2_400],
  pv1VoltageV: [0, 380],
  generationTotalWh: [1_000_000, 1_000_500, 1_002_000],
  grid1VoltageV: [190, 231, 252, 260],
  acFrequencyHz: [49, 50, 51.9],
  inverterTemperatureC: [40, 85, 95],
  insulationPv1Ohm: [0, 50_000, 120_000, 1e6],
  batterySocPercent: [3, 50, 50.5, 52],
  batteryPowerW: [-3_000, 0, 200, 3_000],
  inverterState: [3, 0x1031],
} as const satisfies Readonly<Partial<Record<QuantityId, readonly number[]>>>
type Quantity = keyof typeof drawn
const quantities = Object.keys(drawn) as Quantity[]

/** Long stretches of the same values: most rules want an hour or more of them. Now and then a value or a record is missing. */
const stretch = fc.record({
  values: fc.record(
    Object.fromEntries(quantities.map((quantity) => [quantity, fc.constantFrom<number>(...drawn[quantity])])) as Record<
      Quantity,
      fc.Arbitrary<number>
    >,
  ),
  without: fc.subarray(quantities, { maxLength: 3 }),
  samples: fc.integer({ min: 1, max: 16 }),
  gap: fc.constantFrom(0, 0, 0, 1, 6, 30),
})

type Stretch = typeof stretch extends fc.Arbitrary<infer S> ? S : never
type Sample = Readonly<{ atMs: number; values: Values }>
function samplesOf(stretches: readonly Stretch[]): readonly Sample[] {
  const samples: Sample[] = []
  let index = 0
  for (const { values, without, samples: count, gap } of stretches) {
    for (let i = 0; i < count; i++, index++)
      samples.push({
        atMs: start + index * STEP,
        values: Object.fromEntries(Object.entries(values).filter(([id]) => !without.includes(id as Quantity))),
      })
    index += gap
  }
  return samples
}

async function addDevice(): Promise<DeviceMeta> {
  const plantId = await addTestPlant(db, ownerId)
  return addTestDevice(db, plantId, { quantities, ratedW: 5_000 })
}
const store = (device: DeviceMeta, samples: readonly Sample[], react: ReturnType<typeof createAlarmReaction>) =>
  append(
    db,
    samples.map((sample) => ({ device, timeSource: 'frame', ...sample })),
    (stored, client) => react(stored, client),
  )
async function alarmsOf({ plantId }: DeviceMeta): Promise<readonly string[]> {
  const { rows } = await db.pool.query(
    `select rule, part, opened_at, closed_at from alarms where plant_id = $1 and end_reason is distinct from 'withdrawn'
     order by opened_at, rule, part`,
    [plantId],
  )
  return rows.map((row) => [row.rule, row.part, row.opened_at.toISOString(), row.closed_at?.toISOString()].join(' '))
}
async function triedOn(device: DeviceMeta): Promise<readonly string[]> {
  const watched = (await readWatched(db.pool, [device.plantId])).get(device.deviceId)
  if (watched === undefined) throw new Error('not watched')
  const { findings } = await judgeRange(db, watched, { fromMs: start, toMs: clock() })
  return findings.flatMap(({ rule, part, change }) =>
    change.kind === 'open' ? [`${rule} ${part} ${new Date(change.openedAtMs).toISOString()}`] : [],
  )
}

it('alarms are the same in whatever order and batches drawn samples come', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(stretch, { minLength: 1, maxLength: 6 }),
      fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 120, maxLength: 120 }),
      fc.integer({ min: 1, max: 9 }),
      async (stretches, delays, size) => {
        const samples = samplesOf(stretches)
        const [straight, mixed] = [await addDevice(), await addDevice()]
        const one = createAlarmReaction(clock)
        for (const sample of samples) await store(straight, [sample], one)
        // Late by some places, as a logger sends what it kept.
        const late = samples
          .map((sample, i) => ({ sample, key: i + (delays[i % delays.length] ?? 0) }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ sample }) => sample)
        const other = createAlarmReaction(clock)
        for (let i = 0; i < late.length; i += size) {
          await store(mixed, late.slice(i, i + size), other)
          if (i % 4 === 0) await lookAgain(db, clock())
        }
        await lookAgain(db, clock())
        expect(await alarmsOf(mixed)).toEqual(await alarmsOf(straight))
        expect(await triedOn(mixed)).toEqual(await triedOn(straight))
      },
    ),
    // Each run takes two of the owner's 200 plants: none is left to shrink with.
    { numRuns: 8, endOnFailure: true },
  )
  // Draws differ in length, and machines in load.
}, 60_000)
