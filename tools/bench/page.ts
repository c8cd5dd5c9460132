// First load in compressed bytes, cold start, memory, and the time from a frame's arrival to the changed figure on an open page.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { demoAccount, startServer } from '../../e2e/running.ts'
import { atNoon, connectStick } from '../../e2e/stick.ts'
import { pressOnceShown } from './first-press.part.ts'

const quantile = (values: number[], q: number) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))] ?? Number.NaN

/** Start to the first answer of the page's own call, in ms, on an empty store and on one that exists. */
async function coldStart(dataDir: string): Promise<number> {
  const port = 18_000 + Math.floor(Math.random() * 2_000)
  const started = performance.now()
  const child = spawn(process.execPath, ['apps/server/dist/main.js'], {
    env: {
      ...process.env,
      PORT: String(port),
      LOGGER_PORT: '0',
      DATA_DIR: dataDir,
      WEB_DIR: 'apps/web/dist',
      LOG_LEVEL: 'error',
      NODE_ENV: 'production',
      CALL_UNITS_PER_MINUTE: '0',
    },
    stdio: 'ignore',
  })
  while (
    !(await fetch(`http://127.0.0.1:${port}/user-s/acc/setup`).then(
      (r) => r.ok,
      () => false,
    ))
  )
    await new Promise((resolve) => setTimeout(resolve, 10))
  const took = performance.now() - started
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await gone
  return took
}

/**
 * Bytes over the wire of everything that a page loads until it is idle; scripts, styles and document separate from
 * calls.
 */
async function firstLoad(page: Page, url: string): Promise<{ files: number; assets: number; calls: number }> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  const types = new Map<string, string>()
  const sum = { files: 0, assets: 0, calls: 0 }
  session.on('Network.responseReceived', (e) => types.set(e.requestId, e.type))
  session.on('Network.loadingFinished', (e) => {
    const type = types.get(e.requestId)
    if (type === 'Fetch' || type === 'XHR' || type === 'EventSource') sum.calls += e.encodedDataLength
    else {
      sum.assets += e.encodedDataLength
      sum.files++
    }
  })
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForTimeout(4_000)
  await session.detach()
  return sum
}

/** From an empty cache to the first use of the page, on a processor that is four times slower, in ms: median of 5 after one. */
async function firstUse(
  browser: Browser,
  use: (page: Page) => Promise<void>,
  prepare?: (page: Page) => Promise<unknown>,
): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < 6; n++) {
    // Who comes for the first time has no worker yet.
    const context = await browser.newContext({ serviceWorkers: 'block' })
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await prepare?.(page)
    const from = performance.now()
    await use(page)
    if (n > 0) times.push(performance.now() - from)
    await context.close()
  }
  return quantile(times, 0.5)
}

const memoryMb = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

const dataDir = mkdtempSync(join(tmpdir(), 'heliograph-bench-'))
const empty = await coldStart(dataDir)
const again: number[] = []
for (let i = 0; i < 5; i++) again.push(await coldStart(dataDir))
rmSync(dataDir, { recursive: true, force: true })
console.log(
  `cold start to first answer: ${empty.toFixed(0)} ms with a new store, ${quantile(again, 0.5).toFixed(0)} ms (median of 5) with an existing one`,
)

const server = await startServer({
  HELIOGRAPH_DEMO_ACCOUNT: demoAccount.account,
  HELIOGRAPH_DEMO_PASSWORD: demoAccount.password,
})
try {
  console.log(`resident memory, idle: ${memoryMb(server.pid).toFixed(0)} MB (server process, without PostgreSQL)`)
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  const page = await browser.newPage({ serviceWorkers: 'block' })
  const login = await firstLoad(page, `${server.url}/login`)
  console.log(
    `first load of /login: ${(login.assets / 1000).toFixed(1)} kB compressed in ${login.files} files, calls ${(login.calls / 1000).toFixed(1)} kB`,
  )

  const typed = await firstUse(browser, async (item) => {
    await item.goto(`${server.url}/login`, { waitUntil: 'commit' })
    await item.locator('input[autocomplete~="username"]').fill('somebody')
  })
  console.log(`/login, 4 times slower: a name is typed after ${typed.toFixed(0)} ms`)

  const signIn = (one: Page) =>
    one.context().request.post(`${server.url}/oauth2-s/oauth/token`, {
      form: { grant_type: 'password', username: demoAccount.account, password: demoAccount.password },
    })
  await signIn(page)
  const created = await page.context().request.post(`${server.url}/maintain-s/station`, {
    headers: { origin: server.url },
    data: {
      name: 'Bench',
      type: 'HOUSE_ROOF',
      gridInterconnectionType: 'BATTERY_BACKUP',
      installedCapacity: 10,
      locationLat: 52,
      locationLng: 13,
      regionTimezone: 'Europe/Berlin',
      currency: 'EUR',
    },
  })
  const { id } = await created.json()
  await page.context().request.post(`${server.url}/maintain-s/power/system/${id}/v2/gateway`, {
    headers: { origin: server.url },
    data: { registerItems: [{ deviceSn: '1790555555' }] },
  })
  const stick = connectStick(server.loggerPort, 1_790_555_555, 'BENCH00001')
  stick.logger.powerOn()
  await stick.say(atNoon(3_000, 9_000))
  const plant = await firstLoad(page, `${server.url}/plant/infos/data?id=${id}`)
  console.log(
    `first load of the plant page: ${(plant.assets / 1000).toFixed(1)} kB compressed in ${plant.files} files, calls ${(plant.calls / 1000).toFixed(1)} kB`,
  )

  // Its moving figures would take the processor from what is measured next.
  await page.goto('about:blank')
  const month = 'main [data-part="segmented"] a[href*="view=month"]'
  const data = `${server.url}/plant/infos/data?id=${id}`
  const openMonth = async (one: Page) => {
    const press = await pressOnceShown(one, month)
    await one.goto(data, { waitUntil: 'commit' })
    await press()
  }
  const chosen = await firstUse(browser, openMonth, signIn)
  console.log(`the plant page, 4 times slower: a month is chosen after ${chosen.toFixed(0)} ms`)

  const answers: number[] = []
  await firstUse(
    browser,
    async (item) => {
      const press = await pressOnceShown(item, month, 'main canvas')
      await item.goto(data, { waitUntil: 'commit' })
      answers.push(await press())
    },
    signIn,
  )
  console.log(
    `there, once its charts are drawn: a month is shown as chosen ${quantile(answers.slice(1), 0.5).toFixed(0)} ms after the press`,
  )

  await page.goto(data)
  await page.locator('main canvas').first().waitFor()
  const times: number[] = []
  for (let i = 0; i < 15; i++) {
    const pvW = 3_000 + 20 * (i + 1)
    const figure = `${Math.floor(pvW / 10) / 100}`.padEnd(4, '0')
    await stick.say(atNoon(pvW, 9_000 + i * 10), () => {
      times.push(-performance.now())
    })
    await page.getByText(figure, { exact: false }).first().waitFor({ timeout: 5_000 })
    times[i] = (times[i] ?? 0) + performance.now()
  }
  console.log(
    `frame sent to changed figure on the open page: p50 ${quantile(times, 0.5).toFixed(0)} ms, p95 ${quantile(times, 0.95).toFixed(0)} ms (15 frames)`,
  )
  stick.logger.stop()
  await browser.close()
} finally {
  await server.stop()
}
