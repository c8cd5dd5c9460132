import { addDays } from '@heliograph/domain/time.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStick, openScene, recordedAtMs, register, samplesOf } from '../../intake/ingest/testing/scene.ts'
import { addUser } from '../../people/accounts/accounts.ts'
import type { Db } from '../../platform/db/database.ts'
import { addMember, addTestDevice, addTestPlant, appendSamples } from '../../testing/app.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { listUnclaimed } from '../loggers/loggers.ts'
import { settleNow } from '../now/now.ts'
import { sealDays, sealHours, sealMonths } from '../telemetry/telemetry.ts'
import { removePlant } from './plants.ts'

let database: TestDatabase
let db: Db
let ownerId: number
beforeAll(async () => {
  database = await createTestDatabase()
  db = database.db
  ownerId = await addUser(db, { account: 'owner', password: 'Walrus-27-tusks' })
})
afterAll(() => database.drop())

const DAY = 86_400_000
const START = Date.parse('2026-06-01T00:00Z')

/**
 * Every table with rows about a plant, except partitions of a listed table. The forwarding address of a moved plant's
 * logger is meant to outlive the plant.
 */
async function tablesOfPlants(): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
    where a.attname = 'plant_id' and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'moved_loggers'
      and c.relnamespace = 'public'::regnamespace order by 1`.execute(db.kysely)
  return rows.map(({ name }) => name)
}

async function countOf(plantId: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of await tablesOfPlants()) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from ${sql.table(table)} where plant_id = ${plantId}`.execute(db.kysely)
    counts[table] = rows[0]?.n ?? 0
  }
  return counts
}

/** A plant with rows in every table. */
async function addFullPlant(serial: number): Promise<number> {
  const plantId = await addTestPlant(db, ownerId)
  const device = await addTestDevice(db, plantId, { quantities: ['generationTotalWh'], loggerSerial: serial })
  await appendSamples(db, device, { fromMs: START, toMs: START + 6 * DAY, stepMs: 3_600_000 }, (atMs) => ({
    generationTotalWh: Math.round((atMs - START) / 3600),
  }))
  await register(db, plantId, serial, serial + 1)
  await sql`update loggers set last_seen_at = now(), first_seen_at = now(), ssid = 'home', mac = 'aa', remote_address = '203.0.113.9'
    where address = ${String(serial)}`.execute(db.kysely)
  const organization = await db.kysely
    .insertInto('organizations')
    .values({ name: 'Alpha', code: `ALPHA${serial}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  const share = { plant_id: plantId, organization_id: organization.id, role: 'viewer', rights: [] }
  await db.kysely.insertInto('plant_organizations').values(share).execute()
  await addMember(db, plantId, await addUser(db, { account: `guest-${serial}`, password: 'Walrus-27-tusks' }), 'viewer')
  await sql`insert into invitations (token_hash, plant_id, email, role, expires_at)
    values (${Buffer.from(String(serial))}, ${plantId}, 'x@example.org', 'viewer', now())`.execute(db.kysely)
  await sql`insert into audit_log (plant_id, call) values (${plantId}, 'POST /x')`.execute(db.kysely)
  await sql`insert into quarantine values (${plantId}, ${device.deviceId}, 'generationTotalWh', now(), 1, 2)`.execute(
    db.kysely,
  )
  await sql`insert into refused_powers values (${plantId}, ${device.deviceId}, '2026-06-01', 'acPowerW', 1, 2, 1, now(), now())`.execute(
    db.kysely,
  )
  await sql`insert into taken_samples values (${plantId}, 1, ${device.deviceId}, now(), '{1}', 4)`.execute(db.kysely)
  await sql`insert into replaced_days values (${plantId}, ${device.deviceId}, 'generation', '2026-06-01', '2026-06-02')`.execute(
    db.kysely,
  )
  await sql`insert into logger_addresses select ${plantId}, 1, id, '192.0.2.1', now(), now(), now(), 1 from loggers
    where address = ${String(serial)}`.execute(db.kysely)
  await sql`insert into take_backs (plant_id, number, logger_id, slot, address, since, from_at, taken_at)
    select ${plantId}, 1, id, 1, '192.0.2.1', now(), now(), now() from loggers where address = ${String(serial)}`.execute(
    db.kysely,
  )
  await sql`insert into hand_overs (plant_id, organization_id, offered_at, expires_at)
    values (${plantId}, ${organization.id}, now(), now())`.execute(db.kysely)
  await sql`insert into plant_day_offsets values (${plantId}, '2026-06-01', 5, 0)`.execute(db.kysely)
  await sql`insert into recounts (plant_id) values (${plantId})`.execute(db.kysely)
  await sql`insert into logger_claims (plant_id, wire, address, claimed_at)
    values (${plantId}, 'solarman-v5', '1799999999', now())`.execute(db.kysely)
  await sql`insert into logger_disputes (plant_id, wire, address, opened_at, reason)
    values (${plantId}, 'solarman-v5', '1799999999', now(), 'mine')`.execute(db.kysely)
  await sql`insert into step_decisions values (${plantId}, ${device.deviceId}, 'generationTotalWh', now(), 'accepted')`.execute(
    db.kysely,
  )
  await sql`insert into logger_records (logger_id, plant_id, version, recent)
    select id, ${plantId}, 1, '{5}' from loggers where address = ${String(serial)}`.execute(db.kysely)
  await sql`insert into undecoded_payloads (plant_id, logger_id, wire, digest, reason, payload)
    select ${plantId}, id, wire, 'd', 'unknown', 'p' from loggers where address = ${String(serial)}`.execute(db.kysely)
  await sql`insert into tariffs values (${plantId}, '2026-06-01', '{}')`.execute(db.kysely)
  await sql`insert into price_series values (${plantId}, 'Spot')`.execute(db.kysely)
  await sql`insert into price_days select ${plantId}, 'Spot', '2026-06-01', array_fill(0.1::float8, array[96])`.execute(
    db.kysely,
  )
  await sql`insert into plant_finances values (${plantId}, '{}')`.execute(db.kysely)
  await sql`insert into utility_bills (plant_id, from_day, to_day, purchased_wh, saved_at)
    values (${plantId}, '2026-06-01', '2026-06-10', 5, now())`.execute(db.kysely)
  const logger = sql`(select id from loggers where address = ${String(serial)})`
  await sql`insert into logger_forwards (logger_id, plant_id, cloud, started_at)
    values (${logger}, ${plantId}, 'cloud.example:10000', now())`.execute(db.kysely)
  await sql`insert into data_plans (plant_id, logger_id) values (${plantId}, ${logger})`.execute(db.kysely)
  await sql`insert into orders (kind, plant_id, logger_id, amount, ordered_at)
    values ('renewal', ${plantId}, ${logger}, 12, now())`.execute(db.kysely)
  await sql`insert into communication_counts values (${plantId}, '2026-06-01', 5)`.execute(db.kysely)
  await sql`insert into device_commands (plant_id, device_id, logger_id, kind, state, started_at)
    values (${plantId}, ${device.deviceId}, ${logger}, 'read', 'done', now())`.execute(db.kysely)
  await sql`insert into device_moves (plant_id, device_id, at) values (${plantId}, ${device.deviceId}, now())`.execute(
    db.kysely,
  )
  await sql`insert into device_serials values (${plantId}, ${device.deviceId}, 'OLD', now())`.execute(db.kysely)
  await sql`insert into export_schedules (plant_id, user_id, name, every, definition, next_at)
    values (${plantId}, ${ownerId}, 'x', 'day', '{}', now())`.execute(db.kysely)
  await sql`insert into plant_exports (plant_id, user_id, definition, requested_at)
    values (${plantId}, ${ownerId}, '{}', now())`.execute(db.kysely)
  await sql`insert into import_files (plant_id, name, content, created_at) values (${plantId}, 'x.csv', '', now())`.execute(
    db.kysely,
  )
  await sql`insert into history_imports (plant_id, created_at) values (${plantId}, now())`.execute(db.kysely)
  await sql`insert into logger_contacts (plant_id, logger_id, day, heard)
    values (${plantId}, ${logger}, '2026-06-01', repeat('1', 300)::bit(300))`.execute(db.kysely)
  await sql`insert into logger_days values (${plantId}, ${logger}, '2026-06-01', 300, 288, 287, 1, 300, '[]', 0,
    null, null, 0, 0, 0, null, 0, 0, '', 1, '{}')`.execute(db.kysely)
  await sql`insert into performance_days values (${plantId}, '2026-06-01', 'clear', 1, 1, true, 1, 1, 1, 1, 1, 1, 0, '{}', '[]',
    null, 1, 1)`.execute(db.kysely)
  await sql`insert into plant_forecasts (plant_id, due_at) values (${plantId}, now())`.execute(db.kysely)
  await sql`insert into forecast_days values (${plantId}, '2026-06-01', '{1}', '{1}', '{1}', '{1}')`.execute(db.kysely)
  await sql`insert into performance_plants values (${plantId}, now(), now())`.execute(db.kysely)
  await sql`insert into alarms (plant_id, device_id, rule, level, influence, opened_at, found_at, last_seen_at)
    values (${plantId}, ${device.deviceId}, 'deviceFault', 2, 1, now(), now(), now())`.execute(db.kysely)
  await sql`insert into alarm_events (alarm_id, plant_id, kind, at, found_at)
    select id, plant_id, 'opened', now(), now() from alarms where plant_id = ${plantId}`.execute(db.kysely)
  await sql`insert into alarm_blocks (plant_id, rule, created_at) values (${plantId}, 'clipping', now())`.execute(
    db.kysely,
  )
  await sql`insert into alarm_watches values (${plantId}, ${device.deviceId}, '{}')`.execute(db.kysely)
  await sql`insert into alarm_looks values (${plantId}, ${device.deviceId}, now())`.execute(db.kysely)
  await sql`insert into alarm_strings values (${plantId}, ${device.deviceId}, '[]', '2026-06-01')`.execute(db.kysely)
  await sql`insert into alarm_plants (plant_id) values (${plantId})`.execute(db.kysely)
  await sql`insert into alarm_user_rules (user_id, rule, plant_id, created_at, changed_at)
    values (${ownerId}, '{}', ${plantId}, now(), now())`.execute(db.kysely)
  await sql`insert into plant_hours values (${plantId}, '2026-06-01', '', '')`.execute(db.kysely)
  await sql`with tag as (insert into plant_tags (user_id, name) values (${ownerId}, ${`tag-${serial}`}) returning id)
    insert into tagged_plants select ${plantId}, id from tag`.execute(db.kysely)
  await sql`insert into screen_links (user_id, token_hash, plant_id, look, created_at)
    values (${ownerId}, ${`hash-${serial}`}::text::bytea, ${plantId}, '{}', now())`.execute(db.kysely)
  await sql`with hook as (insert into webhooks (user_id, name, target, parts, next_try_at, created_at)
      values (${ownerId}, 'x', 'x', '{samples}', now(), now()) returning id)
    insert into webhook_streams (webhook_id, plant_id, look_at) select id, ${plantId}, now() from hook`.execute(
    db.kysely,
  )
  await sql`with broker as (insert into mqtt_brokers (user_id, host, port, is_tls, prefix, created_at)
      values (${ownerId}, '192.0.2.7', 1883, false, 'homeassistant', now()) returning id)
    insert into mqtt_broker_plants select id, ${plantId} from broker`.execute(db.kysely)
  await sql`insert into messages (user_id, kind, plant_id, group_key, open_until, entries, first_at, last_at)
    values (${ownerId}, 'alarm', ${plantId}, 'x', now(), '[]', now(), now())`.execute(db.kysely)
  await sql`insert into message_plants values (${ownerId}, ${plantId}, 'off', null)`.execute(db.kysely)
  await sql`insert into binned_plants values (${plantId}, ${ownerId}, null, null, null, now(), now(), '[]', '[]', false)`.execute(
    db.kysely,
  )
  await sql`insert into plant_images (plant_id, position, width, height, large, small, created_at)
    values (${plantId}, 0, 1, 1, '', '', now())`.execute(db.kysely)
  await sql`insert into module_layouts values (${plantId}, 1, '{}', null, now(), ${ownerId})`.execute(db.kysely)
  await sql`insert into line_series (plant_id, key_hash, measurement, tags, field, last_value, last_seen_at)
    values (${plantId}, 'hash', 'solar', '{}', 'power', 1, now())`.execute(db.kysely)
  await sql`with other as (insert into devices (plant_id, serial, name, type, profile_id, quantities, flows)
      select plant_id, serial || '-2', name, type, profile_id, '{}', '{}' from devices where id = ${device.deviceId} returning id)
    insert into device_likenesses select ${plantId}, ${device.deviceId}, id, 1, now() from other`.execute(db.kysely)
  await sql`insert into edge_agents (plant_id, name, token_hash, paired_at) values (${plantId}, 'Cellar', ${`agent-${serial}`}::text::bytea, now())`.execute(
    db.kysely,
  )
  await sql`insert into edge_pairings (plant_id, code_hash, name, expires_at) values (${plantId}, ${`code-${serial}`}::text::bytea, 'Attic', now())`.execute(
    db.kysely,
  )
  await sql`insert into device_scans (plant_id, network, created_at, heard_at)
    values (${plantId}, '192.0.2.0/24', now(), now())`.execute(db.kysely)
  await settleNow(db, [plantId], START + 6 * DAY)
  return plantId
}

const remove = (plantId: number) => db.transaction((transaction) => removePlant(transaction, plantId))

describe('removing a plant', () => {
  it('leaves nothing of it in any table, and everything of its neighbor', async () => {
    const plantId = await addFullPlant(1_700_000_010)
    const neighbor = await addFullPlant(1_700_000_020)
    await sealDays(db, { beforeDay: addDays('2026-06-01', 2) })
    await sealMonths(db, { beforeDay: '2026-07-01' })
    await sealDays(db, { beforeDay: addDays('2026-06-01', 3) })
    await sealHours(db, { beforeDay: '2026-07-01' })
    const before = await countOf(plantId)
    expect(Object.keys(before)).toEqual(
      expect.arrayContaining(['samples', 'sealed_days', 'sealed_months', 'plant_members', 'audit_log']),
    )
    // A new table must be filled above: an empty one would prove nothing.
    expect(Object.entries(before).filter(([, count]) => count === 0)).toEqual([])
    const ofNeighbor = await countOf(neighbor)

    await remove(plantId)
    expect(Object.entries(await countOf(plantId)).filter(([, count]) => count > 0)).toEqual([])
    expect(await db.kysely.selectFrom('plants').select('id').where('id', '=', plantId).execute()).toEqual([])
    expect(await countOf(neighbor)).toEqual(ofNeighbor)
  })

  it('frees its loggers and deletes their site data', async () => {
    const plantId = await addFullPlant(1_700_000_030)
    await remove(plantId)
    const rows = await db.kysely
      .selectFrom('loggers')
      .select(['address', 'plant_id', 'registered_at', 'registered_by', 'ssid', 'mac', 'remote_address'])
      .where('address', 'in', ['1700000030', '1700000031'])
      .execute()
    // A registered logger that never connected is deleted.
    const unknown = { plant_id: null, registered_at: null, registered_by: null, ssid: '', mac: '', remote_address: '' }
    expect(rows).toEqual([{ address: '1700000030', ...unknown }])
    const { items } = await listUnclaimed(db, 1, 50)
    expect(items.map(({ address }) => address)).toContain('1700000030')
    // They may go to another plant.
    const next = await addTestPlant(db, ownerId)
    await register(db, next, 1_700_000_030)
    const row = await db.kysely
      .selectFrom('loggers')
      .select('plant_id')
      .where('address', '=', '1700000030')
      .executeTakeFirst()
    expect(row?.plant_id).toBe(next)
  })

  it('does nothing for a plant that does not exist', async () => {
    await remove(999_999)
  })

  it('while its logger sends leaves no reading; later ones wait for the next owner', async () => {
    const own = await createTestDatabase()
    const scene = await openScene(own.db)
    try {
      const user = await addUser(own.db, { account: 'owner', password: 'Walrus-27-tusks' })
      for (const serial of [1_700_000_040, 1_700_000_041, 1_700_000_042]) {
        const plantId = await addTestPlant(own.db, user)
        await register(own.db, plantId, serial)
        const stick = createStick(serial)
        const client = await scene.connect()
        await client.exchange(stick.data(recordedAtMs - 60 * 60_000))
        const sending = (async () => {
          for (let minute = 20; minute > 0; minute--) await client.exchange(stick.data(recordedAtMs - minute * 60_000))
        })()
        await own.db.transaction((transaction) => removePlant(transaction, plantId))
        await sending
        expect(await samplesOf(own.db, plantId)).toEqual([])
        for (const table of ['samples', 'device_rollups', 'plant_days', 'undecoded_payloads', 'devices']) {
          const { rows } = await sql`select from ${sql.table(table)} where plant_id = ${plantId}`.execute(own.db.kysely)
          expect([table, rows.length]).toEqual([table, 0])
        }
        const { items } = await listUnclaimed(own.db, 1, 50)
        expect(items.find((item) => item.address === String(serial))?.waitingRecords).toBeGreaterThan(0)
      }
    } finally {
      await scene.close()
      await own.drop()
    }
  })
})
