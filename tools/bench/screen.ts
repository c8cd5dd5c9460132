/**
 * The large screen with 100,000 plants of a person, spread over Germany, on a running server in a real browser: from the
 * address to the pins, and what the page holds on to over many updates. The clock of the page runs ahead and the replies are
 * changed on their way, so that each update draws anew: 2,000 of them are the polls of eight hours.
 * Before them the network is cut for a while.
 *
 *   npm run bench screen [-- --plants 100000 --updates 2000]
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startCluster } from '@heliograph/server/platform/db/cluster.ts'
import { openDatabase } from '@heliograph/server/platform/db/database.ts'
import { migrate } from '@heliograph/server/platform/db/migrate.ts'
import { type CDPSession, chromium, type Page } from '@playwright/test'
import { pino } from 'pino'
import { signIn } from '../../e2e/checks.ts'
import { startServer } from '../../e2e/running.ts'
import { seedFleet } from './seed-fleet.part.ts'

const { values: options } = parseArgs({
  options: {
    plants: { type: 'string', default: '100000' },
    updates: { type: 'string', default: '2000' },
    loads: { type: 'string', default: '5' },
  },
})
const [plants, updates, loads] = [Number(options.plants), Number(options.updates), Number(options.loads)]
const POLL_MS = 15_000
const log = pino({ level: 'error' })
const folder = mkdtempSync(join(realpathSync(tmpdir()), 'heliograph-bench-screen-'))

async function seed(): Promise<void> {
  const cluster = await startCluster({ dataDir: folder, log, settings: { max_wal_size: '2GB' } })
  const db = await openDatabase({ connection: cluster.connection, poolSize: 2, log })
  try {
    await migrate(db.pool, { log })
    await seedFleet(db, plants, Date.now())
    await db.pool.query(`insert into plant_members (plant_id, user_id, role, rights)
      select p.id, u.id, 'owner', '{viewPlantInfo,viewPlantAlert}' from plants p, users u where u.account = 'bench'
      on conflict do nothing`)
    await db.pool.query('update plants set latitude = 47.5 + random() * 7, longitude = 6 + random() * 9')
    await db.pool.query('update plant_now set today = current_date')
    await db.pool.query('vacuum analyze')
  } finally {
    await db.close()
    await cluster.stop()
  }
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN

/** Runs in the page: when the frame after the one with the first pins began, in ms from the navigation. */
function watchPins(): void {
  const seen = window as unknown as { pinsAtMs?: number }
  const watcher = new MutationObserver(() => {
    if (document.querySelector('main .leaflet-marker-pane path') === null) return
    watcher.disconnect()
    requestAnimationFrame(() => requestAnimationFrame((atMs) => (seen.pinsAtMs = atMs)))
  })
  watcher.observe(document, { childList: true, subtree: true })
}

async function load(page: Page, url: string): Promise<number> {
  await page.goto(`${url}/largescreen`, { waitUntil: 'commit' })
  const found = await page.waitForFunction(() => (window as unknown as { pinsAtMs?: number }).pinsAtMs)
  return (await found.jsonValue()) ?? Number.NaN
}

/** Bytes that are in use after all that can be collected was. */
async function heapOf(session: CDPSession): Promise<Readonly<{ mb: number; nodes: number; listeners: number }>> {
  for (let n = 0; n < 3; n++) await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0
  return { mb: of('JSHeapUsedSize') / 1e6, nodes: of('Nodes'), listeners: of('JSEventListeners') }
}

type Numbers = Record<string, unknown>
/** Another state of the same fleet. */
function changed(reply: unknown, turn: number): unknown {
  if (Array.isArray(reply)) {
    const rows = reply.map((item) => changed(item, turn))
    return rows.length > 1 ? [...rows.slice(turn % rows.length), ...rows.slice(0, turn % rows.length)] : rows
  }
  if (typeof reply !== 'object' || reply === null) return reply
  return Object.fromEntries(
    Object.entries(reply as Numbers).map(([name, value]) => [
      name,
      typeof value === 'number' && /power|generation|fullPower|amount|co2/i.test(name)
        ? Math.abs(value) * (0.5 + ((turn * 37) % 100) / 100)
        : name === 'status'
          ? ['well', 'fault', 'asleep', 'silent'][turn % 4]
          : changed(value, turn),
    ]),
  )
}

const beganMs = performance.now()
await seed()
console.log(`${plants} plants seeded in ${((performance.now() - beganMs) / 1000).toFixed(0)} s`)
const server = await startServer({ DATA_DIR: folder })
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
})
try {
  const context = await browser.newContext({ serviceWorkers: 'block', viewport: { width: 1920, height: 1080 } })
  const page = await context.newPage()
  await page.addInitScript(watchPins)
  await signIn(page, server.url, 'bench', 'Bench-the-sun-9')
  const times: number[] = []
  const first = await load(page, server.url)
  for (let n = 0; n < loads; n++) times.push(await load(page, server.url))
  console.log(
    `address to pins: ${first.toFixed(0)} ms at first, then median ${median(times).toFixed(0)} ms of ${times.map((ms) => ms.toFixed(0)).join(', ')}; ${await page.locator('main svg path').count()} shapes drawn`,
  )
  const real = new Map<string, unknown>()
  let [turn, answered] = [0, 0]
  await page.route(/station\/(?:screen\/search|places)|operating\/alert\/search/, async (route) => {
    const { pathname } = new URL(route.request().url())
    const known = real.get(pathname) ?? (await (await route.fetch()).json())
    real.set(pathname, known)
    answered += 1
    await route.fulfill({ json: changed(known, turn) })
  })
  await page.clock.install()
  await load(page, server.url)
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable')
  const update = async (): Promise<void> => {
    turn += 1
    const before = answered
    await page.clock.runFor(POLL_MS)
    while (answered === before) await new Promise((resolve) => setTimeout(resolve, 2))
  }
  // A cut of the network: the figures stay, with their age, and new ones come by themselves.
  let isCut = true
  await page.route('**/*', (route) => (isCut ? route.abort('internetdisconnected') : route.fallback()))
  await page.clock.runFor(5 * POLL_MS)
  await page.getByText('No newer figures').waitFor()
  isCut = false
  const cutAt = answered
  for (let n = 0; n < 40 && answered === cutAt; n++) await page.clock.runFor(POLL_MS)
  await page.getByText('No newer figures').waitFor({ state: 'detached' })
  console.log('a network cut of 75 s is said, and ends by itself')
  for (let n = 0; n < 50; n++) await update()
  const early = await heapOf(session)
  const show = ({ mb, nodes, listeners }: typeof early) => `${mb.toFixed(2)} MB, ${nodes} nodes, ${listeners} listeners`
  console.log(`after 50 updates: ${show(early)}`)
  for (let n = 0; n < updates; n++) {
    await update()
    if ((n + 1) % Math.ceil(updates / 4) === 0) console.log(`after ${n + 1} more: ${show(await heapOf(session))}`)
  }
  const last = await heapOf(session)
  console.log(
    `${updates} updates (${((updates * POLL_MS) / 3_600_000).toFixed(1)} h of polls, ${answered} replies): ${(last.mb - early.mb).toFixed(2)} MB more`,
  )
} finally {
  await browser.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
