import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { announceProgress } from './announce-progress.ts'
import { batteryReader } from './battery-reader.ts'
import { keepLayout } from './draw-layout.ts'
import { equipmentReader } from './equipment.ts'
import { faultsFrom, parseFault } from './faults.ts'
import { fillFleet, NEWEST_DAYS } from './fill-fleet.ts'
import { fleet } from './fleet.ts'
import { addOperatorContent } from './operator-content.ts'
import { optimizerReader } from './optimizer-reader.ts'
import { createPlantModel } from './plant-model.ts'
import { PlantRunner } from './plant-runner.ts'
import type { PlantSpec } from './plant-spec.ts'
import { connect, signIn } from './platform.ts'
import { createReader, type Reader } from './reader.ts'
import { shareWithService } from './service-organization.ts'
import { type SettledPlant, settlePlant } from './settle-plant.ts'
import { type OpenedSites, openSites, type Site } from './sites/open-sites.ts'

const { values: args } = parseArgs({
  options: {
    server: { type: 'string', default: 'http://localhost:8080' },
    logger: { type: 'string', default: '127.0.0.1:10000' },
    account: { type: 'string' },
    password: { type: 'string' },
    seed: { type: 'string', default: '1' },
    plants: { type: 'string' },
    fault: { type: 'string', multiple: true, default: [] },
    'past-days': { type: 'string', default: '366' },
    'fill-window': { type: 'string', default: '24' },
    'device-ports': { type: 'string' },
    organization: { type: 'string' },
    operator: { type: 'boolean', default: false },
  },
})
const { server, account, password } = args
const [host = '127.0.0.1', port = '10000'] = args.logger.split(':')
const now = () => Date.now()
const pastDays = Number(args['past-days'])
const runners: PlantRunner[] = []
const readers: Reader[] = []
const sites: Site[] = []
let opened: OpenedSites | undefined
const switchedOn = args.fault.map((text) => parseFault(text, now()))

if (!account || !password) {
  console.error(
    'Usage: --server URL --logger HOST:PORT --account NAME --password TEXT [--plants N] [--past-days N] [--fault PLANT=TYPE[,SEVERITY[,DEVICE]]] [--organization NAME] [--operator] [--device-ports FROM-TO]',
  )
  process.exit(2)
}

const platform = await signIn(server, account, password)
const wanted = args.plants ? fleet.slice(-Number(args.plants)) : fleet
const settled: (SettledPlant & { spec: PlantSpec })[] = []
for (const spec of wanted) settled.push({ spec, ...(await settlePlant(platform, spec, { pastDays, nowMs: now() })) })

const complain = (fault: unknown): void => console.error(`  A device of the fleet was not read: ${fault}`)

/** A year of the fleet is there within five minutes: what is older has fewer records. */
const stepOfSmall = (daysAgo: number): number => {
  if (daysAgo < 7) return 5 * MINUTE_MS
  return daysAgo < NEWEST_DAYS ? 30 * MINUTE_MS : HOUR_MS
}
const stepOfLarge = (daysAgo: number): number => (daysAgo < 3 ? 5 * MINUTE_MS : HOUR_MS)

/** A plant's equipment is no older than the plant. */
const withinPast = (agesMs: readonly number[]): readonly number[] => agesMs.filter((ageMs) => ageMs < pastDays * DAY_MS)

// The newest plant is first in the list and starts first.
for (const { id, spec, commissionedMs, createdMs, known } of settled.reverse()) {
  const model = createPlantModel(
    spec,
    [
      ...faultsFrom(spec.faults, Math.floor(createdMs / DAY_MS) * DAY_MS),
      ...switchedOn.filter(({ plant }) => plant === spec.name).map(({ fault }) => fault),
    ],
    Number(args.seed),
  )
  const runner = new PlantRunner(model, commissionedMs, {
    host,
    port: Number(port),
    now,
    fillWindow: Number(args['fill-window']),
    stepMs: spec.loggers.length > 2 ? stepOfLarge : stepOfSmall,
    knownDates: known,
  })
  runners.push(runner)
  runner.tick()
  const momentAt = (atMs: number) => runner.momentAt(atMs)
  const beside = [
    spec.batteryModules === undefined ? undefined : batteryReader(model, spec.batteryModules, momentAt),
    spec.optimizers === undefined ? undefined : optimizerReader(model, spec.optimizers, momentAt),
    spec.equipment === undefined ? undefined : equipmentReader(model, spec.equipment, momentAt),
  ]
  for (const reader of beside)
    if (reader) readers.push(createReader({ ...reader, agesMs: withinPast(reader.agesMs), platform, plantId: id, now }))
  if (spec.links) sites.push({ plantId: id, home: { model, momentAt, now, steps: runner.steps }, names: spec.links })
  await keepLayout(platform, id, spec)
  await wait(20)
}
if (args['device-ports']) {
  const [from = 0, to = 0] = args['device-ports'].split('-').map(Number)
  const ports = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  opened = await openSites({ platform, sites, ports, complain })
}
const clock = setInterval(() => {
  for (const runner of runners) runner.tick()
  for (const reader of readers) reader.tick().catch(complain)
}, 1_000)

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    clearInterval(clock)
    for (const runner of runners) runner.stop()
    for (const device of opened?.served ?? []) void device.stop()
    process.exit(0)
  })

/** Runs in parallel: the records need not wait for it. */
const share = async (name: string): Promise<void> => {
  const count = await shareWithService({
    person: platform,
    open: () => signIn(server, account, password),
    connect: (token) => connect(server, token),
    name,
    plantIds: settled.map(({ id }) => id),
  })
  if (count > 0) console.log(`  ${name} was founded and shares ${count} plants.`)
}

const started = now()
const sharing = args.organization ? share(args.organization) : Promise.resolve()
// The records matter more than the organization.
const shared = sharing.catch((fault) => console.error(`  The organization was not set up: ${fault}`))
const content = args.operator ? addOperatorContent(platform, now()) : Promise.resolve()
const announced = content.catch((fault) => console.error(`  The operator's content was not set up: ${fault}`))
const progress = args.operator ? announceProgress(platform, now) : undefined
let isFilled = false
const seconds = (): number => Math.round((now() - started) / 1000)
const filling = fillFleet(runners, {
  onPercent: (percent) => {
    progress?.show(percent)
    if (process.stdout.isTTY) process.stdout.write(`\r  History is being filled in: ${percent} % `)
    else if (percent % 10 === 0) console.log(`  History is being filled in: ${percent} %`)
  },
  onNewest: () => {
    console.log(`\r  The newest ${NEWEST_DAYS} days of all ${runners.length} plants are there, after ${seconds()} s.`)
    opened?.fillOlder()
  },
}).then(async () => {
  isFilled = true
  await progress?.end()
})
// A reader's past is short: it follows the first records of the loggers, by which the server knows the inverters.
const hasSpoken = ({ loggers }: PlantRunner) => loggers.every(({ stats }) => stats.acked > 0)
const reading = async (): Promise<void> => {
  while (!isFilled && !runners.every(hasSpoken)) await wait(500)
  for (const reader of readers) await reader.fillPast().catch(complain)
}
await Promise.all([filling, reading()])
await Promise.all([shared, announced])
const records = runners.flatMap((r) => r.loggers).reduce((sum, l) => sum + l.stats.acked, 0)
console.log(`\r  The past of ${runners.length} plants is filled in: ${records} records acknowledged in ${seconds()} s.`)
