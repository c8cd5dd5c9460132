import { createECDH } from 'node:crypto'
import { readNetworks } from '@heliograph/collect/reach/networks.ts'
import type { MessageChannel } from '@heliograph/domain/messages/message-kinds.ts'
import { defaultMessageSettings } from '@heliograph/domain/messages/message-settings.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addUser } from '../../people/accounts/accounts.ts'
import { type AlarmMessage, postMessages } from '../../people/inbox/inbox.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Log } from '../../platform/db/log.ts'
import { createSmtpMailer } from '../../platform/mail/mailer.ts'
import { createMail } from '../../platform/mail/send-mail.ts'
import { createSmsProvider } from '../../platform/mail/sms.ts'
import { type Behavior, type LocalSmtp, startLocalSmtp } from '../../platform/mail/testing/local-smtp.ts'
import { addTestPlant } from '../../testing/app.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { putAddress, type Target } from './addresses.ts'
import { ensurePushKeys } from './channels/push-keys.ts'
import { listAddresses, listSendings } from './messages.ts'
import { type OutboxStep, runOutbox } from './outbox.ts'
import type { Carriers } from './send-letter.ts'
import { saveSettings } from './settings.ts'
import { connectTelegram, linkTelegram } from './telegram-links.ts'
import { endLeases } from './testing/leases.ts'
import { type Answer, startService } from './testing/local-service.ts'

const behaviors: readonly Behavior[] = ['answers', 'refuses', 'hangs', 'is busy']
const startMs = Date.parse('2026-06-01T10:00Z')
const MINUTE = 60_000
/** Only a service that hangs is left soon: this machine may be busy. */
const patience = { usual: 10_000, hangs: 250 }
const log: Log = { debug() {}, info() {}, warn() {}, error() {} } as never
const browser = createECDH('prime256v1').generateKeys().toString('base64url')

let database: TestDatabase
let db: Db
let userId: number
let plantId: number
let behavior: Behavior
let service: Awaited<ReturnType<typeof startService>>
let smtp: LocalSmtp
let carriers: Carriers

const replies: Readonly<Record<Behavior, Answer>> = {
  answers: { status: 200, body: '{"ok":true,"result":{}}' },
  refuses: { status: 400, body: '{"ok":false,"description":"Bad Request: chat not found"}' },
  hangs: 'hang',
  'is busy': {
    status: 429,
    headers: { 'retry-after': '600' },
    body: '{"ok":false,"description":"Too Many Requests","parameters":{"retry_after":600}}',
  },
}

const targets: Readonly<Record<MessageChannel, (url: string) => Target | undefined>> = {
  email: () => undefined,
  sms: () => undefined,
  push: (url) => ({
    channel: 'push',
    endpoint: `${url}/push`,
    p256dh: browser,
    auth: Buffer.alloc(16, 3).toString('base64url'),
  }),
  ntfy: (url) => ({ channel: 'ntfy', server: url, topic: 'sun', token: '' }),
  telegram: () => ({ channel: 'telegram', chatId: '42' }),
  webhook: (url) => ({ channel: 'webhook', url: `${url}/hook`, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' }),
}

beforeAll(async () => {
  database = await createTestDatabase(6)
  db = database.db
  const account = { account: 'owner', email: 'owner@example.org', password: 'Walrus-27-tusks' }
  userId = await addUser(db, account)
  await sql`update users set phone = '+491700000000' where id = ${userId}`.execute(db.kysely)
  plantId = await addTestPlant(db, userId, { name: 'Lindenhof' })
})
beforeEach(async () => {
  behavior = 'answers'
  for (const table of ['messages', 'posted_events', 'message_addresses'])
    await sql`delete from ${sql.table(table)}`.execute(db.kysely)
  service = await startService(() => replies[behavior])
  smtp = await startLocalSmtp(() => behavior)
  await connect(patience.usual)
})
async function connect(patienceMs: number): Promise<void> {
  const url = `${service.url}/sms?to={to}&text={text}`
  const mail = await createMail({
    db,
    log,
    from: 'pv@example.org',
    publicUrl: 'https://pv.example.org',
    now: () => startMs,
    jobs: { send: async () => null, work: async () => {} } as never,
    mailer: createSmtpMailer(`smtp://127.0.0.1:${smtp.port}`, patienceMs),
    sms: createSmsProvider({ kind: 'gateway', url, method: 'POST', headers: {}, body: undefined }, patienceMs),
  })
  carriers = {
    mail,
    publicUrl: 'https://pv.example.org',
    outside: { networks: readNetworks('127.0.0.1', 'MESSAGE_OPEN_NETWORKS'), patienceMs },
    push: { keys: await ensurePushKeys(db), subject: 'mailto:x@example.org', hosts: ['127.0.0.1'] },
    telegram: { token: '123456:ABC', baseUrl: service.url, patienceMs },
  }
}
afterEach(async () => {
  await service.close()
  await smtp.close()
})
afterAll(() => database.drop())

/** Only this channel tells, so that what is logged is its own. */
async function useOnly(channel: MessageChannel): Promise<void> {
  const off = { alarms: 'off', system: false, sharing: false } as const
  const channels = Object.fromEntries(
    Object.keys(defaultMessageSettings.channels).map((text) => [text, text === channel ? { ...off, alarms: 0 } : off]),
  ) as typeof defaultMessageSettings.channels
  await saveSettings(db, userId, { ...defaultMessageSettings, channels, groupMinutes: 0 }, '')
  const target = targets[channel](service.url)
  if (target) await putAddress(db.kysely, { userId, name: 'Mine', target, nowMs: startMs })
}

let number = 0
function post(atMs: number): Promise<unknown> {
  number += 1
  const event: AlarmMessage = {
    kind: 'alarm',
    key: `alarm:${number}`,
    plantId,
    alarmId: String(number),
    rule: 'zeroPower',
    level: 2,
    change: 'opened',
    atMs,
    parameters: {},
    groupKey: `key ${number}`,
  }
  return db.transaction((transaction) => postMessages(transaction, [event], atMs))
}
const run = (atMs: number, onStep: (step: OutboxStep) => void = () => {}) =>
  runOutbox(db, carriers, { now: () => atMs, chance: () => 0, onStep })
const arrived = () => service.received.length + smtp.letters.length
async function readLog() {
  const { sendings } = await listSendings(db, userId, { page: 1, size: 20 })
  return sendings.map(({ state, nextTryAtMs, tries }) => ({
    state,
    waitsMinutes: nextTryAtMs === null || state !== 'waiting' ? null : (nextTryAtMs - startMs) / MINUTE,
    tries: tries.map(({ outcome }) => outcome),
    reasons: tries.map(({ reason }) => reason),
  }))
}

const channels = ['email', 'push', 'ntfy', 'telegram', 'webhook', 'sms'] as const
/** What the log says after one try; minutes until the next one. An SMTP server and 4xx of a gateway name none. */
const expected = (channel: MessageChannel, of: Behavior): readonly [string, string, number | null] => {
  if (of === 'answers') return ['sent', 'sent', null]
  if (of === 'refuses') return channel === 'sms' ? ['waiting', 'later', 1] : ['failed', 'refused', null]
  if (of === 'is busy') return ['waiting', 'later', channel === 'email' ? 1 : 10]
  return ['waiting', 'later', 1]
}

describe.each(channels)('through %s', (channel) => {
  it.each(behaviors)('a letter to a service that %s is logged with its end', async (of) => {
    await useOnly(channel)
    behavior = of
    if (of === 'hangs') await connect(patience.hangs)
    await post(startMs)
    expect(await run(startMs)).toBe(1)
    await connect(patience.usual)
    const [state, outcome, waits] = expected(channel, of)
    expect(await readLog()).toMatchObject([{ state, tries: [outcome] }])
    // Nobody answered is not the same as a refusal.
    if (of === 'hangs') expect(await readLog()).toMatchObject([{ reasons: ['noAnswer'] }])
    const [{ waitsMinutes } = { waitsMinutes: null }] = await readLog()
    if (waits === null) expect(waitsMinutes).toBeNull()
    else expect(waitsMinutes).toBeGreaterThanOrEqual(waits === 10 ? 10 : 0.05)
    if (of === 'answers') expect(arrived()).toBe(1)
    if (waits === null) return
    // The other side is well again: the same letter arrives, once.
    behavior = 'answers'
    const before = arrived()
    await run(startMs + 11 * MINUTE)
    expect(await readLog()).toMatchObject([{ state: 'sent' }])
    expect(arrived() - before).toBe(1)
  })

  it.each(['taken', 'claimed', 'begun', 'sent', 'recorded'] as const)(
    'a letter whose node dies is lost or repeated by no guess: %s',
    async (step) => {
      await useOnly(channel)
      await post(startMs)
      const dying = run(startMs, (at) => {
        if (at === step) throw new Error('killed')
      })
      await expect(dying).rejects.toThrow('killed')
      await run(startMs + MINUTE)
      await endLeases(db)
      for (const minutes of [3, 4]) await run(startMs + minutes * MINUTE)
      const [sending] = await readLog()
      const isDoubtful = step === 'begun' || step === 'sent'
      // Nobody can know the repetition there: the log says so instead.
      if (isDoubtful && (channel === 'telegram' || channel === 'sms')) {
        expect(sending).toMatchObject({ state: 'unknown', tries: ['unknown'] })
        expect(arrived()).toBe(step === 'sent' ? 1 : 0)
        // The next message of the address leaves.
        await post(startMs + 5 * MINUTE)
        await run(startMs + 5 * MINUTE)
        expect((await readLog())[0]).toMatchObject({ state: 'sent', tries: ['sent'] })
        return
      }
      expect(sending).toMatchObject({ state: 'sent', tries: isDoubtful ? ['unknown', 'sent'] : ['sent'] })
      expect(arrived()).toBe(step === 'sent' ? 2 : 1)
    },
  )
})

describe('a repetition', () => {
  it('has the sequence id of the first try at ntfy', async () => {
    await useOnly('ntfy')
    await post(startMs)
    await expect(
      run(startMs, (at) => {
        if (at === 'sent') throw new Error('killed')
      }),
    ).rejects.toThrow('killed')
    await endLeases(db)
    await run(startMs + 3 * MINUTE)
    const ids = service.received.map(({ body }) => (JSON.parse(String(body)) as { sequence_id?: string }).sequence_id)
    expect(ids).toHaveLength(2)
    expect(ids[0]).toMatch(/^[-_A-Za-z0-9]{1,64}$/)
    expect(ids[1]).toBe(ids[0])
  })
})

describe('an address removed while a letter leaves', () => {
  it('stops nothing', async () => {
    await useOnly('webhook')
    await post(startMs)
    service.told.answer = () => ({ status: 200 })
    const removed: Promise<unknown>[] = []
    await run(startMs, (at) => {
      if (at === 'begun') removed.push(sql`delete from message_addresses`.execute(db.kysely))
    })
    await Promise.all(removed)
    expect(await readLog()).toEqual([])
  })
})

describe('Telegram', () => {
  it('connects the chat of who follows the link, once, and no other', async () => {
    const { link } = await linkTelegram(db, { userId, botName: 'sunbot', nowMs: startMs })
    const code = new URL(link).searchParams.get('start') ?? ''
    const update = (id: number, text: string, chatId: number) => ({
      update_id: id,
      message: { text, chat: { id: chatId, first_name: 'Mira' } },
    })
    const updates = [
      update(1, '/start wrong-code-of-a-stranger', 7),
      update(2, `/start ${code}`, 42),
      update(3, `/start ${code}`, 9),
    ]
    service.told.answer = ({ body }) => {
      const { offset } = JSON.parse(String(body)) as { offset?: number }
      return { status: 200, body: JSON.stringify({ ok: true, result: offset === undefined ? updates : [] }) }
    }
    const bot = carriers.telegram
    if (bot === undefined) throw new Error('no bot')
    expect(await connectTelegram(db, bot, startMs)).toBe(1)
    expect(service.received.map(({ body }) => (JSON.parse(String(body)) as { offset?: number }).offset)).toEqual([
      undefined,
      4,
    ])
    const chats = (await listAddresses(db, userId)).filter((address) => address.channel === 'telegram')
    expect(chats).toMatchObject([{ name: 'Mira' }])
    // No link is open any more: the bot is not asked.
    expect(await connectTelegram(db, bot, startMs)).toBe(0)
    expect(service.received).toHaveLength(2)
    service.told.answer = () => replies.answers
    await saveSettings(db, userId, { ...defaultMessageSettings, groupMinutes: 0 }, '')
    await post(startMs)
    await run(startMs)
    const said = service.received.find(({ path }) => path.endsWith('/sendMessage'))
    expect(JSON.parse(String(said?.body))).toMatchObject({ chat_id: '42' })
  })
})
