import { defaultMessageSettings } from '@heliograph/domain/messages/message-settings.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTarget, putAddress, type Target } from '../../delivery/messages/addresses.ts'
import { readSettings, saveSettings } from '../../delivery/messages/messages.ts'
import { addMira, nowMs, proof } from './testing/mira.ts'
import { createTwoDataCenters, settled, type TwoDataCenters } from './testing/two-data-centers.ts'

let two: TwoDataCenters
beforeAll(async () => {
  two = await createTwoDataCenters(nowMs)
})
afterAll(() => two.close())

const webhook = { channel: 'webhook', url: 'https://hook.example.org/sun', secret: 'whsec_AAAA' } as const
const others: readonly Target[] = [
  { channel: 'ntfy', server: 'https://ntfy.example.org', topic: 'sun', token: 'tk_1' },
  { channel: 'telegram', chatId: '42' },
  { channel: 'push', endpoint: 'https://fcm.googleapis.com/x', p256dh: 'A', auth: 'A' },
]

it('message settings and addresses move along, and the person is told', async () => {
  const { home, away } = two
  const { userId, plantId } = await addMira(home)
  for (const table of ['message_plants', 'message_addresses']) await home.db.pool.query(`delete from ${table}`)
  const settings = { ...defaultMessageSettings, digest: 'weekly', groupMinutes: 60 } as const
  await saveSettings(home.db, userId, settings, 'pv.home.example')
  for (const target of [webhook, ...others])
    await putAddress(home.db.kysely, { userId, name: `my ${target.channel}`, target, nowMs })
  await home.db.pool.query(
    "update message_addresses set paused_at = now(), pause_reason = 'HTTP 500', failures = 3 where channel = 'webhook'",
  )
  await home.db.pool.query("insert into message_plants values ($1, $2, 'off', 'infinity')", [userId, plantId])
  const reply = await home.call(await home.signIn('mira'), 'POST /user-s/acc/move', {
    body: { center: 'CHINA', proof },
  })
  expect(reply.statusCode).toBe(200)
  await settled(home)
  const { pool } = away.db
  const { rows: users } = await pool.query("select id from users where account = 'mira'")
  const there: number = users[0].id
  expect(await readSettings(away.db, there)).toEqual(settings)
  expect((await pool.query('select host from message_settings')).rows).toEqual([{ host: '' }])
  const { rows: choices } = await pool.query(
    "select p.name, m.alarms, m.muted_until = 'infinity' as muted from message_plants m join plants p on p.id = m.plant_id",
  )
  expect(choices).toEqual([{ name: "mira's Lindenhof", alarms: 'off', muted: true }])
  const { rows: addresses } = await pool.query(
    'select name, channel, target, failures, pause_reason from message_addresses where target is not null order by channel',
  )
  expect(addresses.map(({ target, ...row }) => ({ ...row, target: openTarget(row.channel, target) }))).toEqual([
    { name: 'my ntfy', channel: 'ntfy', failures: 0, pause_reason: null, target: others[0] },
    { name: 'my webhook', channel: 'webhook', failures: 0, pause_reason: 'HTTP 500', target: webhook },
  ])
  const { rows: told } = await pool.query("select user_id, entries -> 0 ->> 'what' as what from messages")
  expect(told).toEqual([{ user_id: there, what: 'accountMoved' }])
  expect((await home.db.pool.query('select from message_addresses')).rowCount).toBe(0)
})
