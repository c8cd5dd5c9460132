import { readNetworks } from '@heliograph/collect/reach/networks.ts'
import { rules } from '@heliograph/domain/alarms/rules.ts'
import { defaultMessageSettings } from '@heliograph/domain/messages/message-settings.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { addUser } from '../../people/accounts/accounts.ts'
import { type AlarmMessage, postMessages } from '../../people/inbox/inbox.ts'
import type { Db } from '../../platform/db/database.ts'
import { unsubscribeLinks } from '../../platform/mail/mail.ts'
import { addTestPlant } from '../../testing/app.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { createRecordingMail } from '../../testing/recording-mail.ts'
import { putAddress, resumeAddress } from './addresses.ts'
import { ensurePushKeys } from './channels/push-keys.ts'
import { dropWaiting, listSendings, MESSAGE_LIST, moveDigest, orderTest, unsubscribe } from './messages.ts'
import { type OutboxStep, runOutbox } from './outbox.ts'
import { claimSendings } from './read-sendings.ts'
import { type Carriers, LEASE_MS } from './send-letter.ts'
import { saveSettings } from './settings.ts'
import { takeDue } from './take-due.ts'
import { endLeases } from './testing/leases.ts'
import { type Answer, startService } from './testing/local-service.ts'

let database: TestDatabase
let db: Db
let userId: number
let plantId: number
let addressId: number
let carriers: Carriers
let service: Awaited<ReturnType<typeof startService>>
const mail = createRecordingMail()
const startMs = Date.parse('2026-06-01T10:00Z')
const MINUTE = 60_000
const off = { alarms: 'off', system: false, sharing: false } as const
const quietChannels = { ...defaultMessageSettings, channels: { ...defaultMessageSettings.channels, email: off } }

beforeAll(async () => {
  database = await createTestDatabase(8)
  db = database.db
  userId = await addUser(db, { account: 'owner', email: 'owner@example.org', password: 'Walrus-27-tusks' })
  plantId = await addTestPlant(db, userId, { name: 'Lindenhof' })
})
beforeEach(async () => {
  for (const table of ['messages', 'posted_events', 'message_addresses'])
    await sql`delete from ${sql.table(table)}`.execute(db.kysely)
  service = await startService()
  mail.written.splice(0)
  carriers = {
    mail,
    publicUrl: 'https://pv.example.org',
    outside: { networks: readNetworks('127.0.0.1', 'MESSAGE_OPEN_NETWORKS'), patienceMs: 300 },
    push: { keys: await ensurePushKeys(db), subject: 'mailto:x@example.org', hosts: [] },
    telegram: undefined,
  }
  const target = {
    channel: 'webhook',
    url: `${service.url}/hook`,
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  } as const
  addressId = await putAddress(db.kysely, { userId, name: 'Hook', target, nowMs: startMs })
  await saveSettings(db, userId, quietChannels, '')
})
afterEach(() => service.close())
afterAll(() => database.drop())

let number = 0
const post = (atMs = startMs, options: Partial<AlarmMessage> = {}) => {
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
    ...options,
  } as const
  return db.transaction((transaction) => postMessages(transaction, [event], atMs))
}
const run = (atMs: number, onStep?: (step: OutboxStep) => void) =>
  runOutbox(db, carriers, { now: () => atMs, chance: () => 0, ...(onStep ? { onStep } : {}) })
const idsOf = () => service.received.map(({ headers }) => headers['webhook-id'])
const log = async () => (await listSendings(db, userId, { page: 1, size: 20 })).sendings
const states = async () => (await log()).map(({ state, tries }) => [state, ...tries.map(({ outcome }) => outcome)])

describe('what waits for a person by email', () => {
  const token = () => {
    const { headers } = unsubscribeLinks('https://pv.example.org', { list: MESSAGE_LIST, subscriber: String(userId) })
    return new URL(headers['List-Unsubscribe'].slice(1, -1)).pathname.split('/').at(-1) ?? ''
  }

  it('tells a string that failed without a visit to the settings', async () => {
    await saveSettings(db, userId, defaultMessageSettings, '')
    await post(startMs, { rule: 'stringDead', level: rules.stringDead.level })
    await run(startMs + 6 * MINUTE)
    expect(mail.written.map(({ to }) => to)).toEqual(['owner@example.org'])
    expect(JSON.stringify(mail.written[0]?.content)).toMatch(
      /String delivers nothing.*Lindenhof|Lindenhof.*String delivers nothing/,
    )
  })

  it('does not leave after the one click that ends these emails', async () => {
    // The hook's due comes at once, the summary on Monday.
    await saveSettings(db, userId, { ...quietChannels, digest: 'weekly' }, '')
    await post()
    const email = { ...off, alarms: 0 } as const
    await saveSettings(db, userId, { ...quietChannels, channels: { ...quietChannels.channels, email } }, '')
    await post()
    expect(await unsubscribe(db, token(), startMs + MINUTE)).toBe(true)
    await run(startMs + 10 * 24 * 60 * MINUTE)
    expect(mail.written).toEqual([])
    expect(service.received).toHaveLength(1)
  })

  it('does not leave as a summary that was turned off', async () => {
    await saveSettings(db, userId, { ...quietChannels, digest: 'weekly' }, '')
    await post()
    await dropWaiting(db, userId, 'digest', startMs + MINUTE)
    await run(startMs + 10 * 24 * 60 * MINUTE)
    expect(mail.written).toEqual([])
  })

  it('is not tried again either, and its log says so', async () => {
    const email = { ...off, alarms: 0 } as const
    const failing = { ...mail, sendWritten: () => Promise.reject(new Error('busy')) }
    await saveSettings(db, userId, { ...quietChannels, channels: { ...quietChannels.channels, email } }, '')
    await post()
    await runOutbox(db, { ...carriers, mail: failing }, { now: () => startMs + 6 * MINUTE, chance: () => 0 })
    await unsubscribe(db, token(), startMs + 7 * MINUTE)
    await run(startMs + 24 * 60 * MINUTE)
    expect(mail.written).toEqual([])
    expect((await log()).map(({ channel, state }) => [channel, state])).toContainEqual(['email', 'dropped'])
  })
})

describe('the outbox', () => {
  it('sends what is due, together, once', async () => {
    await post()
    await post()
    expect(await run(startMs + 4 * MINUTE)).toBe(0)
    expect(await run(startMs + 5 * MINUTE)).toBe(1)
    expect(await run(startMs + 6 * MINUTE)).toBe(0)
    expect(service.received).toHaveLength(1)
    const { data } = JSON.parse(String(service.received[0]?.body)) as { data: { messages: unknown[]; title: string } }
    expect(data).toMatchObject({ title: '2 alarms at 1 plant', messages: [{ count: 1 }, { count: 1 }] })
    expect(await states()).toEqual([['sent', 'sent']])
  })

  it.each(['taken', 'claimed', 'begun', 'sent', 'recorded'] as const)(
    'loses and doubles nothing when it dies: %s',
    async (step) => {
      await post()
      const dying = run(startMs + 5 * MINUTE, (at) => {
        if (at === step) throw new Error('killed')
      })
      await expect(dying).rejects.toThrow('killed')
      await run(startMs + 6 * MINUTE)
      await endLeases(db)
      await run(startMs + 8 * MINUTE)
      await run(startMs + 9 * MINUTE)
      // After a try whose end nobody stored, the receiver gets the same id again.
      expect(new Set(idsOf()).size).toBe(1)
      expect(service.received).toHaveLength(step === 'sent' ? 2 : 1)
      expect((await states()).map(([state]) => state)).toEqual(['sent'])
    },
  )

  it('keeps what another sends from a node whose clock is hours ahead', async () => {
    await post()
    await takeDue(db, startMs + 5 * MINUTE)
    const claim = (nowMs: number) => claimSendings(db, { nowMs, leaseMs: LEASE_MS, most: 1 })
    expect(await claim(startMs + 5 * MINUTE)).toHaveLength(1)
    expect(await claim(startMs + 300 * MINUTE)).toEqual([])
    await endLeases(db)
    // Behind, but not before it is due.
    expect(await claim(startMs + 5 * MINUTE)).toHaveLength(1)
  })

  it('sends once from many nodes at the same moment', async () => {
    for (let value = 0; value < 12; value += 1) {
      const target = { channel: 'webhook', url: `${service.url}/hook/${value}`, secret: 'whsec_AAAA' } as const
      await putAddress(db.kysely, { userId, name: 'x', target, nowMs: startMs })
    }
    await post()
    await Promise.all([1, 2, 3].map(() => run(startMs + 5 * MINUTE)))
    expect([service.received.length, new Set(idsOf()).size]).toEqual([13, 13])
  })

  it('keeps the pause that the other side asks for, and bundles what comes meanwhile', async () => {
    const answers: Answer[] = [{ status: 429, headers: { 'retry-after': '600' } }]
    service.told.answer = () => answers.shift() ?? { status: 200 }
    await post()
    await run(startMs + 5 * MINUTE)
    await post(startMs + 6 * MINUTE)
    await post(startMs + 7 * MINUTE)
    expect(await run(startMs + 14 * MINUTE)).toBe(0)
    expect(await run(startMs + 15 * MINUTE)).toBe(1)
    expect(await run(startMs + 16 * MINUTE)).toBe(1)
    expect(new Set(idsOf()).size).toBe(2)
    expect(service.received[0]?.headers['webhook-timestamp']).not.toBe(
      service.received[1]?.headers['webhook-timestamp'],
    )
    expect(await states()).toEqual([
      ['sent', 'sent'],
      ['sent', 'later', 'sent'],
    ])
  })

  it('does not let an address that hangs hold up the others', async () => {
    let release = (): void => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const slow = { ...mail, sendWritten: () => held.then(() => 'sent' as const) }
    const settings = {
      ...quietChannels,
      channels: { ...quietChannels.channels, email: { ...off, alarms: 2 as const } },
    }
    await saveSettings(db, userId, settings, '')
    await sql`delete from message_addresses where channel = 'webhook'`.execute(db.kysely)
    await post()
    const running = runOutbox(db, { ...carriers, mail: slow }, { now: () => startMs + 5 * MINUTE, pauseMs: 20 })
    await vi.waitFor(async () => expect((await log()).length).toBe(1))
    const target = { channel: 'webhook', url: `${service.url}/late`, secret: 'whsec_AAAA' } as const
    await putAddress(db.kysely, { userId, name: 'Late', target, nowMs: startMs })
    await post(startMs)
    await vi.waitFor(() => expect(service.received).toHaveLength(1))
    release()
    await running
  })

  it('gives a dead address up, says so, and starts again when asked', async () => {
    service.told.answer = () => ({ status: 400 })
    for (const round of [0, 1, 2]) {
      await post(startMs + round * 10 * MINUTE)
      await run(startMs + (round * 10 + 5) * MINUTE)
    }
    const { rows } = await sql`select paused_at is not null as is_paused, pause_reason from message_addresses
      where id = ${addressId}`.execute(db.kysely)
    expect(rows).toEqual([{ is_paused: true, pause_reason: 'HTTP 400' }])
    const told = await sql`select entries->0->>'what' as what, entries->0->'facts'->>'name' as name from messages
      where kind = 'system'`.execute(db.kysely)
    expect(told.rows).toEqual([{ what: 'addressPaused', name: 'Hook' }])
    await post(startMs + 40 * MINUTE)
    expect(await run(startMs + 50 * MINUTE)).toBe(0)
    service.told.answer = () => ({ status: 200 })
    await resumeAddress(db, userId, addressId)
    await post(startMs + 60 * MINUTE)
    expect(await run(startMs + 65 * MINUTE)).toBe(1)
  })

  it('gives up at once where nothing arrives any more', async () => {
    service.told.answer = () => ({ status: 410 })
    await post()
    await run(startMs + 5 * MINUTE)
    expect(await states()).toEqual([['failed', 'gone']])
    expect(
      (await sql`select 1 from message_addresses where paused_at is not null`.execute(db.kysely)).rows,
    ).toHaveLength(1)
  })

  it('tries a silent address again and again, then gives up', async () => {
    service.told.answer = () => 'reset'
    await post()
    let tries = 0
    for (let hour = 0; hour < 120; hour += 1) tries += await run(startMs + 5 * MINUTE + hour * 60 * MINUTE)
    expect(tries).toBe(10)
    expect((await states())[0]?.[0]).toBe('failed')
  })

  it('sends a test at once, also to a paused address, and never again', async () => {
    await sql`update message_addresses set paused_at = now()`.execute(db.kysely)
    await orderTest(db, userId, addressId, startMs)
    await expect(orderTest(db, userId, addressId, startMs)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    service.told.answer = () => ({ status: 500 })
    expect(await run(startMs)).toBe(1)
    expect(await run(startMs + 60 * MINUTE)).toBe(0)
    expect(await states()).toEqual([['failed', 'later']])
    await orderTest(db, userId, addressId, startMs)
    service.told.answer = () => ({ status: 200 })
    await run(startMs)
    const { rows } = await sql`select paused_at from message_addresses where id = ${addressId}`.execute(db.kysely)
    expect(rows).toEqual([{ paused_at: null }])
  })

  it('sends nothing that its reader deleted', async () => {
    await post()
    await sql`delete from messages`.execute(db.kysely)
    expect(await run(startMs + 5 * MINUTE)).toBe(0)
    expect(service.received).toEqual([])
  })

  it('keeps quiet hours at the plant, then sends one letter', async () => {
    const quiet = { fromMinute: 22 * 60, toMinute: 7 * 60, faultsPass: false }
    await saveSettings(db, userId, { ...quietChannels, quiet }, '')
    const nightMs = Date.parse('2026-06-01T21:00Z')
    for (const hour of [0, 1, 2]) await post(nightMs + hour * 60 * MINUTE)
    expect(await run(Date.parse('2026-06-02T04:59Z'))).toBe(0)
    expect(await run(Date.parse('2026-06-02T05:00Z'))).toBe(1)
    expect(service.received).toHaveLength(1)
  })
})

describe('an email', () => {
  it('ends with one click, and names its events by the clock of the plant', async () => {
    await saveSettings(db, userId, defaultMessageSettings, 'pv.example.org')
    await sql`update users set language = 'de' where id = ${userId}`.execute(db.kysely)
    await post()
    await run(startMs + 5 * MINUTE)
    const [email] = mail.written
    expect(email).toMatchObject({
      to: 'owner@example.org',
      content: {
        language: 'de',
        facts: [{ label: expect.stringContaining('12:00 (UTC+02:00)') }],
        unsubscribe: { label: 'Diese E-Mails abbestellen' },
        button: { link: `https://pv.example.org/plant/infos/alert?id=${plantId}` },
      },
      headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    })
    expect(email?.headers['List-Unsubscribe']).toMatch(/^<https:\/\/pv\.example\.org\/message-s\/unsubscribe\/[\w-]+>$/)
    expect(JSON.stringify(email?.headers)).not.toContain('owner@')
  })

  it('of a server without a mail server is logged as kept, not as delivered', async () => {
    await saveSettings(db, userId, defaultMessageSettings, 'pv.example.org')
    carriers = { ...carriers, mail: { ...mail, hasMailServer: false } }
    await post()
    await run(startMs + 5 * MINUTE)
    const [sending] = (await log()).filter(({ channel }) => channel === 'email')
    expect(sending?.tries).toMatchObject([{ outcome: 'sent', reason: 'kept', answer: '' }])
  })

  it('sums up once a day what no email told', async () => {
    const settings = { ...defaultMessageSettings, digest: 'daily', zone: 'Europe/Berlin' } as const
    await saveSettings(db, userId, settings, '')
    await sql`delete from message_addresses where channel = 'webhook'`.execute(db.kysely)
    for (const hour of [0, 2, 5]) await post(startMs + hour * 60 * MINUTE, { level: 1 })
    await run(Date.parse('2026-06-02T04:59Z'))
    expect(mail.written).toEqual([])
    await run(Date.parse('2026-06-02T05:00Z'))
    expect(mail.written.map(({ content }) => content.facts.length)).toEqual([3])
  })

  it.each([
    { before: 'weekly', after: 'daily', hours: [0, 20, 70], at: '2026-06-05T05:00Z', title: 'der Woche: 3 Alarme' },
    { before: 'daily', after: 'weekly', hours: [74, 75, 76], at: '2026-06-08T05:00Z', title: 'der Woche: 3 Alarme' },
    { before: 'daily', after: 'daily', hours: [74], at: '2026-06-05T05:00Z', title: 'des Tages: 1 Alarm' },
  ] as const)(
    'leaves when it is wanted now, set from $before to $after',
    async ({ before, after, hours, at, title }) => {
      const settings = { ...defaultMessageSettings, zone: 'Europe/Berlin' } as const
      await sql`update users set language = 'de' where id = ${userId}`.execute(db.kysely)
      await sql`delete from message_addresses where channel = 'webhook'`.execute(db.kysely)
      await saveSettings(db, userId, { ...settings, digest: before }, '')
      for (const hour of hours) await post(startMs + hour * 60 * MINUTE, { level: 1 })
      await saveSettings(db, userId, { ...settings, digest: after }, '')
      await moveDigest(db, userId, { ...settings, digest: after }, startMs + 78 * 60 * MINUTE)
      await run(Date.parse(at) - MINUTE)
      expect(mail.written).toEqual([])
      await run(Date.parse(at))
      expect(mail.written.map(({ content }) => content.subject)).toEqual([`Zusammenfassung ${title}`])
    },
  )
})
