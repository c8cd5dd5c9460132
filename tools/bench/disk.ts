/**
 * What a device and year take on the disk, table by table, with everything kept: plants of two inverters, a sample every
 * five minutes for a year, through the room's own functions, on a fresh embedded PostgreSQL. First with days sealed and
 * hours in rows, then with months and hours sealed too; what reading costs is measured in turns with a copy of before.
 *
 *   npm run bench disk [-- --plants 1 --days 365 --more]
 *
 * With --more each inverter has ten quantities more than its twenty.
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { Values } from '@heliograph/domain/reading.ts'
import {
  append,
  type DeviceMeta,
  deviceSeries,
  flowHours,
  type NewSample,
  sealDays,
  sealHours,
  sealMonths,
  seriesOfDevices,
} from '@heliograph/server/fleet/telemetry/telemetry.ts'
import { countDuePerformance } from '@heliograph/server/insight/performance/performance.ts'
import { startCluster } from '@heliograph/server/platform/db/cluster.ts'
import { type Db, openDatabase } from '@heliograph/server/platform/db/database.ts'
import { migrate } from '@heliograph/server/platform/db/migrate.ts'
import { pino } from 'pino'
import { type BenchPlant, createBenchPlant, kinds, RATED_W, readPlant, ZONE } from './telemetry.part.ts'

const { values: options } = parseArgs({
  options: {
    plants: { type: 'string', default: '1' },
    days: { type: 'string', default: '365' },
    more: { type: 'boolean', default: false },
  },
})
const PLANTS = Number(options.plants)
const DAYS = Number(options.days)
const DAY = 86_400_000
const STEP = 300_000
const START = Date.parse('2025-01-01T00:00:00Z')
const END = START + DAYS * DAY
/** All days and months are over. */
const AFTER = END + 40 * DAY
const dayOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10)
const log = pino({ level: 'error' })

type Plant = BenchPlant & { readonly devices: readonly DeviceMeta[] }

const moreQuantities: readonly QuantityId[] = [
  'ac2CurrentA',
  'ac3CurrentA',
  'acApparentPowerVa',
  'acReactivePowerVar',
  'gridImportTodayWh',
  'gridExportTodayWh',
  'loadTotalWh',
  'batteryChargeTotalWh',
  'batteryDischargeTotalWh',
  'batteryTemperatureC',
]

const folder = mkdtempSync(join(realpathSync(tmpdir()), 'heliograph-bench-disk-'))
const cluster = await startCluster({ dataDir: folder, log, settings: { max_wal_size: '2GB' } })
const open = (database: string): Promise<Db> =>
  openDatabase({ connection: { ...cluster.connection, database }, poolSize: 4, log })
let db = await open(cluster.connection.database)
let former: Db | undefined
try {
  await migrate(db.pool, { log })
  const plants = await addPlants(db)
  const added = (plants.length * 2 * DAYS * DAY) / STEP
  console.log(`${added.toLocaleString('en')} samples, load ${loadavg()[0]?.toFixed(1)}`)
  for (const plant of plants) await fill(plant)
  await sealDays(db, { beforeDay: dayOf(AFTER) })
  while ((await countDuePerformance(db, AFTER)) > 0);
  await report('days sealed, hours in rows')
  await copyDatabase()
  const beganAt = performance.now()
  const months = await sealMonths(db, { beforeDay: dayOf(AFTER) })
  const seconds = (performance.now() - beganAt) / 1000
  console.log(`\n${months.samples} samples sealed into ${months.deviceMonths} device-months in ${seconds.toFixed(1)} s`)
  const { hours, deviceMonths } = await sealHours(db, { beforeDay: dayOf(AFTER) })
  console.log(`${hours} hours sealed into ${deviceMonths} device-months`)
  await report('months and hours sealed')
  await measureReads(plants, former ?? db)
} finally {
  await former?.close()
  await db.close()
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function addPlants({ pool }: Db): Promise<Plant[]> {
  const { rows: ids } = await pool.query<{ id: number }>(
    `insert into plants (name, type, grid_type, capacity_wp, latitude, longitude, zone, currency, azimuth_deg, tilt_deg)
     select 'Plant ' || n, 'HOUSE_ROOF', 'EXCESS', 10000, 48, 10, $2, 'EUR', 180, 20 from generate_series(1, $1::int) n returning id`,
    [PLANTS, ZONE],
  )
  const rule = { ratedW: RATED_W, totalStepWh: 1000, todayStepWh: 10, maxStepWh: 10_000 }
  const plants: Plant[] = []
  for (const { id: plantId } of ids) {
    const devices: DeviceMeta[] = []
    for (const [i, kind] of kinds.entries()) {
      const quantities = options.more ? [...kind.quantities, ...moreQuantities] : kind.quantities
      const { rows } = await pool.query<{ id: number }>(
        `insert into devices (plant_id, serial, name, type, profile_id, quantities, flows, rated_w)
         values ($1, $2, 'Inverter', 'INVERTER', 'bench', $3, $4, $5) returning id`,
        [plantId, `${plantId}-${i}`, quantities, kind.flows, RATED_W],
      )
      const meta = { plantId, deviceId: rows[0]?.id ?? 0, zone: ZONE, ruleOf: () => rule, sun: null }
      devices.push({ ...meta, quantities, flows: kind.flows })
    }
    plants.push({ ...createBenchPlant(plantId), devices })
  }
  return plants
}

/** Ten more, in the steps in which inverters report them. */
function withMore(values: Values, today: { imported: number; exported: number }): Values {
  const [power = 0, amperes = 0, battery = 0] = [values.acPowerW, values.ac1CurrentA, values.batteryPowerW]
  const imported = values.gridImportTotalWh ?? 0
  const exported = values.gridExportTotalWh ?? 0
  const generated = values.generationTotalWh ?? 0
  return {
    ...values,
    ac2CurrentA: Math.round(amperes * 9.9) / 10,
    ac3CurrentA: Math.round(amperes * 10.1) / 10,
    acApparentPowerVa: Math.round(power * 1.01),
    acReactivePowerVar: Math.round(power * 0.07),
    gridImportTodayWh: imported - today.imported,
    gridExportTodayWh: exported - today.exported,
    loadTotalWh: generated + imported - exported,
    batteryChargeTotalWh: Math.floor(generated / 3000) * 1000,
    batteryDischargeTotalWh: Math.floor(generated / 4000) * 1000,
    batteryTemperatureC: Math.round(220 + battery / 300) / 10,
  }
}

async function fill(plant: Plant): Promise<void> {
  let batch: NewSample[] = []
  let day = ''
  const today = { imported: 0, exported: 0 }
  // Loggers are not in step with the clock.
  const offsetMs = ((plant.seed * 7_919) % 290) * 1000
  for (let atMs = START + offsetMs; atMs < END; atMs += STEP) {
    const both = readPlant(plant, atMs)
    if (dayOf(atMs) !== day) {
      day = dayOf(atMs)
      Object.assign(today, { imported: both[0].gridImportTotalWh ?? 0, exported: both[0].gridExportTotalWh ?? 0 })
    }
    for (const [i, device] of plant.devices.entries()) {
      const values = options.more ? withMore(both[i] ?? {}, i === 0 ? today : { imported: 0, exported: 0 }) : both[i]
      batch.push({ device, atMs, timeSource: 'frame', values: values ?? {} })
    }
    if (batch.length < 1_000 && atMs + STEP < END) continue
    await append(db, batch)
    batch = []
  }
}

async function report(name: string): Promise<void> {
  // What one fill leaves free inside is filled by the next: compared is what is in use.
  await db.pool.query('vacuum full')
  const { rows } = await db.pool.query<{ name: string; bytes: number }>(
    `select relname as name, pg_total_relation_size(oid)::float8 as bytes from pg_class
     where relkind in ('r', 'm') and relnamespace = 'public'::regnamespace and relname = any($1) order by 2 desc`,
    [
      [
        ...[
          'samples_late',
          'sealed_days',
          'sealed_months',
          'device_rollups',
          'sealed_periods',
          'meter_days',
          'plant_days',
        ],
        ...['performance_days', 'forecast_days', 'plant_hours', 'quarantine', 'refused_powers', 'device_latest'],
      ],
    ],
  )
  const years = (PLANTS * 2 * DAYS) / 365
  console.log(`\n${name}: MB per device and year`)
  for (const { name: table, bytes } of rows) console.log(`  ${table.padEnd(18)} ${(bytes / 1e6 / years).toFixed(3)}`)
  const sum = rows.reduce((all, { bytes }) => all + bytes, 0)
  console.log(`  ${'all'.padEnd(18)} ${(sum / 1e6 / years).toFixed(3)}`)
}

/** As it is now: what comes later is compared with it. */
async function copyDatabase(): Promise<void> {
  await db.close()
  const { database, user } = cluster.connection
  const administrator = await openDatabase({
    connection: { ...cluster.administrator, database: 'postgres' },
    poolSize: 1,
    log,
  })
  await administrator.pool.query(`create database former template ${database} owner ${user}`)
  await administrator.close()
  former = await open('former')
  db = await open(database)
}

async function measureReads(plants: readonly Plant[], former: Db): Promise<void> {
  const plant = plants[0] as Plant
  const device = plant.devices[0] as DeviceMeta
  const hours = (quantities: readonly QuantityId[], fromMs: number, days: number) => (of: Db) =>
    deviceSeries(of, { ...device, quantities, fromMs, toMs: fromMs + days * DAY, resolution: 'hour' })
  const samples = (quantities: readonly QuantityId[], fromMs: number, days: number) => (of: Db) =>
    deviceSeries(of, { ...device, quantities, fromMs, toMs: fromMs + days * DAY, resolution: 'sample' })
  const five: readonly QuantityId[] = ['acPowerW', 'pv1VoltageV', 'pv1CurrentA', 'generationTotalWh', 'loadPowerW']
  const atNoon = { fromMs: START + 106 * DAY - DAY / 2, toMs: START + 106 * DAY + DAY / 2 }
  const reads: readonly (readonly [string, (of: Db) => Promise<unknown>])[] = [
    ['one quantity, samples of a day', samples(['acPowerW'], START + 105 * DAY, 1)],
    ['five quantities, samples of a day', samples(five, START + 105 * DAY, 1)],
    ['all quantities, samples of a day', samples(device.quantities, START + 105 * DAY, 1)],
    [
      'five quantities of two devices, samples of a day',
      (of) =>
        seriesOfDevices(of, {
          plantId: device.plantId,
          deviceIds: plant.devices.map(({ deviceId }) => deviceId),
          quantities: five,
          ...atNoon,
          resolution: 'sample',
        }),
    ],
    ['one quantity, samples of a month', samples(['acPowerW'], START + 95 * DAY, 30)],
    ['five quantities, samples of a month', samples(five, START + 95 * DAY, 30)],
    ['one quantity, samples of a year', samples(['acPowerW'], START, 365)],
    ['all quantities, samples of a week', samples(device.quantities, START + 95 * DAY, 7)],
    ['one quantity, hours of a year', hours(['acPowerW'], START, 365)],
    ['five quantities, hours of a year', hours(five, START, 365)],
    ['one quantity, hours of a day', hours(['acPowerW'], START + 100 * DAY, 1)],
    ['one quantity, hours of a month', hours(['acPowerW'], START + 95 * DAY, 30)],
    [
      'energies of a plant, hours of a year',
      (of) => flowHours(of, [{ plantId: device.plantId, fromMs: START, toMs: END }]),
    ],
  ]
  for (const [name, read] of reads) {
    const times: [number[], number[]] = [[], []]
    for (let round = 0; round < 70; round++)
      for (const [i, of] of [former, db].entries()) {
        const beganAt = performance.now()
        await read(of)
        if (round >= 10) times[i]?.push(performance.now() - beganAt)
      }
    const [before, sealed] = times.map((list) => tell(list.sort((a, b) => a - b)))
    console.log(`${name}: ${before} before, ${sealed} sealed`)
  }
}

function tell(times: readonly number[]): string {
  const at = (share: number): string => (times[Math.floor(times.length * share)] ?? Number.NaN).toFixed(1)
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`
}
