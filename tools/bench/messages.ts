/**
 * From a sample at the logger port to the alarm on an open page and to the email in a mailbox, on the built server; then
 * the outbox alone: events posted, and letters that reach a local webhook, per second.
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readNetworks } from '@heliograph/collect/reach/networks.ts'
import { defaultMessageSettings } from '@heliograph/domain/messages/message-settings.ts'
import { putAddress } from '@heliograph/server/delivery/messages/addresses.ts'
import { runOutbox } from '@heliograph/server/delivery/messages/outbox.ts'
import { addUser } from '@heliograph/server/people/accounts/accounts.ts'
import { type AlarmMessage, postMessages } from '@heliograph/server/people/inbox/inbox.ts'
import { startCluster } from '@heliograph/server/platform/db/cluster.ts'
import { openDatabase } from '@heliograph/server/platform/db/database.ts'
import { migrate } from '@heliograph/server/platform/db/migrate.ts'
import { startLocalSmtp } from '@heliograph/server/platform/mail/testing/local-smtp.ts'
import { createSecretKey, useSecretKey } from '@heliograph/server/platform/secret-key/secret-key.ts'
import { chromium, type Page } from '@playwright/test'
import { pino } from 'pino'
import { subjectOf } from '../../e2e/outbox.ts'
import { demoAccount, startServer } from '../../e2e/running.ts'
import { atNoon, connectStick } from '../../e2e/stick.ts'

const STICKS = 4
const ROUNDS = 5
const LETTERS = 2_000
const OUTAGE = 10_000
const startMs = Date.parse('2026-06-01T10:00Z')
const MINUTE = 60_000

const quantile = (values: readonly number[], q: number) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))] ?? Number.NaN
const tell = (what: string, ms: readonly number[]) =>
  console.log(`${what}: p50 ${quantile(ms, 0.5).toFixed(0)} ms, p95 ${quantile(ms, 0.95).toFixed(0)} ms (${ms.length})`)

/** When a hint reached the page and when it asked for its alarms, of each alarm the first. */
async function followSteps(page: Page) {
  const all = new Map<string, number[]>()
  const first = new Map<string, number>()
  const note = (step: string) => void (first.has(step) || first.set(step, performance.now()))
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Network.enable')
  devTools.on('Network.eventSourceMessageReceived', ({ eventName }) => eventName === 'alarms' && note('hint'))
  page.on('request', (request) => request.url().includes('/alert/search') && note('asked'))
  page.on('requestfinished', (request) => request.url().includes('/alert/search') && note('answered'))
  const add = (step: string, ms: number) => void all.set(step, [...(all.get(step) ?? []), ms])
  return {
    add,
    clear: () => first.clear(),
    take: (sentAtMs: number) => {
      for (const [step, atMs] of first) add(step, atMs - sentAtMs)
    },
    tell: () => {
      for (const [step, ms] of all) tell(`  ${step}`, ms)
    },
  }
}

async function measureDelays(): Promise<void> {
  const awaited = new Map<string, () => void>()
  const smtp = await startLocalSmtp(
    () => 'answers',
    (letter) => {
      for (const [plant, arrived] of awaited) if (subjectOf(letter).startsWith(`${plant}: `)) arrived()
    },
  )
  const server = await startServer({
    HELIOGRAPH_DEMO_ACCOUNT: demoAccount.account,
    HELIOGRAPH_DEMO_PASSWORD: demoAccount.password,
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    MAIL_FROM: 'pv@example.org',
  })
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const page = await browser.newPage()
    const { request } = page.context()
    const headers = { origin: server.url }
    const form = { grant_type: 'password', username: demoAccount.account, password: demoAccount.password }
    await request.post(`${server.url}/oauth2-s/oauth/token`, { form })
    const post = async (path: string, data: object): Promise<{ id: number }> =>
      (await request.post(`${server.url}${path}`, { headers, data })).json()
    const email = { alarms: 0, system: false, sharing: false } as const
    const { channels } = defaultMessageSettings
    const wanted = { ...defaultMessageSettings, groupMinutes: 0, recovery: false, channels: { ...channels, email } }
    await post('/message-s/settings', wanted)
    const sticks: { name: string; stick: ReturnType<typeof connectStick> }[] = []
    for (let value = 1; value <= STICKS; value += 1) {
      const name = `Bench${value}`
      const { id } = await post('/maintain-s/station', {
        name,
        type: 'HOUSE_ROOF',
        gridInterconnectionType: 'BATTERY_BACKUP',
        installedCapacity: 10,
        locationLat: 52,
        locationLng: 13,
        regionTimezone: 'Europe/Berlin',
        currency: 'EUR',
      })
      const serial = 1_790_555_550 + value
      await post(`/maintain-s/power/system/${id}/v2/gateway`, { registerItems: [{ deviceSn: String(serial) }] })
      const stick = connectStick(server.loggerPort, serial, `BENCH0000${value}`)
      stick.logger.powerOn()
      sticks.push({ name, stick })
    }
    let energy = 9_000
    const say = (stick: ReturnType<typeof connectStick>, ac1VoltageV: number, onSend?: () => void) => {
      energy += 1
      return stick.say({ ...atNoon(3_000, energy), ac1VoltageV }, onSend)
    }
    const sayAll = async (volts: number, times: number): Promise<void> => {
      for (let n = 0; n < times; n += 1) await Promise.all(sticks.map(({ stick }) => say(stick, volts)))
    }
    await page.goto(`${server.url}/alarms`)
    const shown = (name: string) => page.getByRole('main').getByText(`${name} · `).first()
    const steps = await followSteps(page)
    const [onPage, inMailbox]: [number[], number[]] = [[], []]
    for (let round = 0; round < ROUNDS; round += 1) {
      await sayAll(231, 3)
      for (const { name } of sticks) await shown(name).waitFor({ state: 'hidden' })
      await sayAll(265, 2)
      for (const { name, stick } of sticks) {
        let sentAtMs = 0
        steps.clear()
        const mailed = new Promise<void>((resolve) => {
          awaited.set(name, resolve)
        }).then(() => void inMailbox.push(performance.now() - sentAtMs))
        // The third in a row opens the alarm.
        await say(stick, 265, () => {
          sentAtMs = performance.now()
        })
        const acknowledgedAtMs = performance.now()
        await shown(name).waitFor()
        onPage.push(performance.now() - sentAtMs)
        steps.add('acknowledged', acknowledgedAtMs - sentAtMs)
        steps.take(sentAtMs)
        await mailed
        awaited.delete(name)
      }
    }
    steps.tell()
    tell('sample sent to the alarm on the open page', onPage)
    tell('sample sent to the email in the mailbox', inMailbox)
    for (const { stick } of sticks) stick.logger.stop()
  } finally {
    await browser.close()
    await server.stop()
    await smtp.close()
  }
}

async function measureOutbox(): Promise<void> {
  const log = pino({ level: 'error' })
  const dataDir = mkdtempSync(join(realpathSync(tmpdir()), 'heliograph-bench-messages-'))
  useSecretKey(createSecretKey(Buffer.alloc(32, 7)))
  const cluster = await startCluster({ dataDir, log })
  const db = await openDatabase({ connection: cluster.connection, poolSize: 20, log })
  let received = 0
  const receiver = createServer((request, reply) => {
    request.resume().on('end', () => {
      received += 1
      reply.end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  try {
    await migrate(db.pool, { log })
    const ownerId = await addUser(db, { account: 'owner', password: 'Bench-the-sun-9' })
    const { rows } = await db.pool.query<{ id: number }>(
      `insert into plants (name, zone, type, grid_type, capacity_wp, latitude, longitude, currency, azimuth_deg, tilt_deg)
       select 'Plant ' || n, 'Europe/Berlin', 'HOUSE_ROOF', 'EXCESS', 5000, 52, 13, 'EUR', 180, 20
       from generate_series(1, ${OUTAGE}) n returning id`,
    )
    await db.pool.query(
      `insert into plant_members (plant_id, user_id, role, rights) select id, $1, 'owner', '{viewPlantAlert}' from plants`,
      [ownerId],
    )
    await db.pool.query(
      `insert into users (account, nickname) select 'reader' || n, 'reader' || n from generate_series(1, ${LETTERS}) n`,
    )
    const readers = await db.pool.query<{ id: number }>(`select id from users where account like 'reader%' order by id`)
    for (const [index, { id }] of readers.rows.entries()) {
      const target = { channel: 'webhook', url: `${url}/${index}`, secret: 'whsec_AAAA' } as const
      await putAddress(db.kysely, { userId: id, name: 'x', target, nowMs: startMs })
      await db.pool.query(
        `insert into plant_members (plant_id, user_id, role, rights) values ($1, $2, 'viewer', '{viewPlantAlert}')`,
        [rows[index % rows.length]?.id, id],
      )
    }
    const events = rows.map(
      ({ id }, index): AlarmMessage => ({
        kind: 'alarm',
        key: `alarm:${index}`,
        plantId: id,
        alarmId: String(index),
        rule: 'loggerSilent',
        level: 2,
        change: 'opened',
        atMs: startMs,
        parameters: {},
        groupKey: 'outage',
      }),
    )
    const from = performance.now()
    for (let at = 0; at < events.length; at += 500)
      await db.transaction((transaction) => postMessages(transaction, events.slice(at, at + 500), startMs))
    const postedS = (performance.now() - from) / 1000
    const { rows: made } = await db.pool.query<{ n: number }>('select count(*)::integer as n from messages')
    console.log(
      `${OUTAGE} alarms of one outage, ${LETTERS + 1} people: ${made[0]?.n} messages in ${postedS.toFixed(2)} s, ` +
        `${Math.round(OUTAGE / postedS)} events per second`,
    )
    const mail = {
      ...({
        hasMailServer: true,
        hasSms: false,
        sendWritten: async () => 'sent' as const,
        sendText: async () => 'sent' as const,
      } as const),
      findBrand: async (host: string) => ({ name: 'Heliograph', host }),
    }
    const sendFrom = performance.now()
    await runOutbox(
      db,
      {
        mail,
        publicUrl: 'https://pv.example.org',
        telegram: undefined,
        outside: { networks: readNetworks('127.0.0.1', 'MESSAGE_OPEN_NETWORKS') },
        push: { keys: { publicKey: '', privateKey: '' }, subject: '', hosts: [] },
      },
      { now: () => startMs + 5 * MINUTE },
    )
    const sentS = (performance.now() - sendFrom) / 1000
    console.log(
      `${received} letters to a local webhook in ${sentS.toFixed(2)} s: ${Math.round(received / sentS)} per second`,
    )
  } finally {
    receiver.close()
    await db.close()
    await cluster.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

await measureDelays()
await measureOutbox()
