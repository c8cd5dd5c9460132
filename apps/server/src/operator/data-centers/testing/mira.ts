import { HOUR_MS } from '@heliograph/domain/duration.ts'
import { plainTariff } from '@heliograph/domain/tariff/tariff.ts'
import { putAddress } from '../../../delivery/messages/messages.ts'
import { settleNow } from '../../../fleet/now/now.ts'
import { sealDays, sealHours, sealMonths } from '../../../fleet/telemetry/telemetry.ts'
import type { Db } from '../../../platform/db/database.ts'
import { addMember, addTestDevice, addTestPlant, appendSamples, TEST_PASSWORD } from '../../../testing/app.ts'
import type { TestDataCenter } from './two-data-centers.ts'

export const nowMs = Date.parse('2026-06-15T10:00:00Z')
export const hour = HOUR_MS
export const proof = { password: TEST_PASSWORD }
export const LOGGER_SERIAL = 4_000_000_001

export type Mira = Readonly<{ userId: number; plantId: number; barnId: number }>

/**
 * An account with all that an account can have: two plants, one of them shared, a logger, sealed and open days, and
 * more.
 */
export async function addMira(center: TestDataCenter, account = 'mira', serial = LOGGER_SERIAL): Promise<Mira> {
  const { db } = center
  const userId = await center.addAccount({ account, email: `${account}@example.org`, nickname: `${account} 太阳` })
  const plantId = await addTestPlant(db, userId, { name: `${account}'s Lindenhof`, startedOn: '2026-05-01' })
  const barnId = await addTestPlant(db, userId, { name: `${account}'s Barn` })
  await db.pool.query(
    `insert into loggers (wire, address, plant_id, registered_by, firmware, wire_state)
     values ('solarman-v5', $1, $2, $3, 'LSW3', '{"offsets":[{"offsetS":1,"bootBaseS":2}]}')`,
    [String(serial), plantId, userId],
  )
  await db.pool.query(
    'insert into logger_records (logger_id, plant_id, version, recent) select id, plant_id, 7, $2 from loggers where address = $1',
    [String(serial), [281474976710655, 5]],
  )
  await addHistory(db, plantId, serial)
  await addHistory(db, barnId, null)
  await sealDays(db, { beforeDay: '2026-06-13' })
  // Once: again it would take the later days of the account before into their month.
  const { rows } = await db.pool.query('select from sealed_months limit 1')
  if (rows.length === 0) await sealMonths(db, { beforeDay: '2026-07-01' })
  await sealDays(db, { beforeDay: '2026-06-14' })
  await sealHours(db, { beforeDay: '2026-07-01' })
  await addOdds(db, account, userId, plantId)
  await settleNow(db, [plantId, barnId], nowMs)
  return { userId, plantId, barnId }
}

/** Three days: values that no rounding leaves unchanged, gaps, a device that was added later. */
async function addHistory(db: Db, plantId: number, serial: number | null): Promise<void> {
  const device = await addTestDevice(db, plantId, {
    quantities: ['acPowerW', 'generationTotalWh', 'batterySocPercent'],
    loggerSerial: serial,
    texts: { firmware: 'V1 "quoted" \\ back' },
  })
  await appendSamples(db, device, { fromMs: nowMs - 60 * hour, toMs: nowMs - hour, stepMs: 1_800_000 }, (atMs) =>
    atMs % 7 === 0
      ? undefined
      : {
          acPowerW: Math.sin(atMs / hour) * 1234.56789,
          generationTotalWh: Math.round(5_000_000 + (atMs - nowMs + 60 * hour) / 3600),
          ...(atMs % 3 === 0 ? { batterySocPercent: 55.5 } : {}),
        },
  )
}

async function addOdds(db: Db, account: string, userId: number, plantId: number): Promise<void> {
  const { rows } = await db.pool.query('select id from devices where plant_id = $1', [plantId])
  const deviceId = rows[0].id
  const statements: readonly [string, unknown[]][] = [
    [
      "insert into quarantine values ($1, $2, 'generationTotalWh', '2026-06-14T08:00:00Z', 1, 1e12)",
      [plantId, deviceId],
    ],
    ["insert into recounts (plant_id, state, asked, counted) values ($1, 'done', 1, 1)", [plantId]],
    [
      "insert into step_decisions values ($1, $2, 'generationTotalWh', '2026-06-14T08:00:00Z', 'discarded')",
      [plantId, deviceId],
    ],
    [
      "insert into refused_powers values ($1, $2, '2026-06-14', 'acPowerW', 6500, 50000, 3, '2026-06-14T08:00:00Z', '2026-06-14T09:00:00Z')",
      [plantId, deviceId],
    ],
    [
      "insert into logger_addresses select $1, 1, id, '192.0.2.1', '2026-06-14T08:00:00Z', '2026-06-14T09:00:00Z', '2026-06-14T08:00:00Z', 3 from loggers where plant_id = $1 limit 1",
      [plantId],
    ],
    [
      "insert into take_backs select $1, 1, id, 1, '192.0.2.1', '2026-06-14T08:00:00Z', '2026-06-14T08:00:00Z', 'taken', 1, '2026-06-14T10:00:00Z', $2 from loggers where plant_id = $1 limit 1",
      [plantId, userId],
    ],
    [
      "insert into named_numbers (logger_id, device, name, label, stated_unit, last_value, last_seen_at) select id, 'tasmota', 'MT175.P', 'P', 'W', 120, '2026-06-14T08:00:00Z' from loggers where plant_id = $1 limit 1",
      [plantId],
    ],
    [
      "insert into logger_pauses select id, '2026-06-13T08:00:00Z', '2026-06-13T09:00:00Z' from loggers where plant_id = $1 limit 1",
      [plantId],
    ],
    [
      "insert into logger_contacts (plant_id, logger_id, day, heard, firmware) select $1, id, '2026-06-14', repeat('1', 300)::bit(300), 'LSW3' from loggers where plant_id = $1 limit 1",
      [plantId],
    ],
    ["insert into price_series values ($1, 'Day ahead')", [plantId]],
    [
      "insert into price_days select $1, 'Day ahead', '2026-05-01', array_agg(n / 100.0) from generate_series(1, 96) n",
      [plantId],
    ],
    ["insert into tariffs values ($1, '2026-05-01', $2)", [plantId, JSON.stringify(plainTariff(0.31))]],
    ["insert into plant_finances values ($1, '{}')", [plantId]],
    [
      "insert into utility_bills (plant_id, from_day, to_day, purchased_wh, saved_at) values ($1, '2026-05-01', '2026-05-31', 188000, '2026-06-14T08:00:00Z')",
      [plantId],
    ],
    [
      "insert into plant_images (plant_id, position, caption, width, height, large, small, created_at, created_by) values ($1, 0, 'Roof 屋顶', 4, 3, '\\x5249', '\\x52', '2026-06-14T08:00:00Z', $2)",
      [plantId, userId],
    ],
    [
      `insert into module_layouts values ($1, 3, '{"groups": [], "modules": [], "photo": null}', '2026-06-14T08:00:00Z', '2026-06-14T09:00:00Z', $2)`,
      [plantId, userId],
    ],
    [
      `insert into device_moves (plant_id, device_id, at, base_at, base) values ($1, $2, '2026-06-12T08:00:00Z', '2026-06-12T07:58:00Z', '{"generationTotalWh":5}')`,
      [plantId, deviceId],
    ],
    ["insert into device_serials values ($1, $2, 'OLD-1', '2026-05-01T08:00:00Z')", [plantId, deviceId]],
    [
      "insert into alarms (plant_id, device_id, part, rule, level, influence, opened_at, found_at, last_seen_at, acknowledged_by) values ($1, $2, 'pv3', 'stringDead', 2, 1, '2026-06-13T08:00:00Z', '2026-06-13T08:10:00Z', '2026-06-14T08:00:00Z', $3)",
      [plantId, deviceId, userId],
    ],
    [
      "insert into alarm_events (alarm_id, plant_id, kind, at, found_at, notified_at) select id, $1, 'opened', opened_at, found_at, found_at from alarms where plant_id = $1",
      [plantId],
    ],
    [
      "insert into alarm_blocks (plant_id, device_id, rule, created_at, created_by) values ($1, $2, 'clipping', '2026-06-14T08:00:00Z', $3)",
      [plantId, deviceId, userId],
    ],
    ["insert into alarm_watches values ($1, $2, '{}')", [plantId, deviceId]],
    ['insert into alarm_plants (plant_id) values ($1)', [plantId]],
    [
      "insert into alarm_user_rules (user_id, rule, plant_id, created_at, changed_at) values ($2, '{}', $1, '2026-06-14T08:00:00Z', '2026-06-14T08:00:00Z')",
      [plantId, userId],
    ],
    ["insert into taken_samples values ($1, 1, $2, '2026-06-14T08:00:00Z', '{1}', 4)", [plantId, deviceId]],
    ["insert into replaced_days values ($1, $2, 'generation', '2026-06-01', '2026-06-02')", [plantId, deviceId]],
    [
      "insert into undecoded_payloads (plant_id, logger_id, wire, digest, reason, payload) values ($1, 1000000, 'solarman-v5', '\\x01', 'short-payload', '\\x00ff')",
      [plantId],
    ],
    [
      'insert into audit_log (user_id, plant_id, device_id, call, detail) values ($1, $2, $3, \'POST /x\', \'{"name":"a"}\')',
      [userId, plantId, deviceId],
    ],
    // Estimated and reported energy, names that people gave, and removed devices.
    [
      'update plant_days set generation_estimated_wh = 12.5, others_estimated_wh = 3.25, reported_wh = 700, derived_wh = 900 where plant_id = $1',
      [plantId],
    ],
    ["insert into plant_day_offsets values ($1, '2026-06-02', 1200, -300)", [plantId]],
    ["update loggers set name = 'in the barn' where plant_id = $1", [plantId]],
    ["update devices set removed_at = '2026-06-14T09:00:00Z' where plant_id = $1 and id = $2", [plantId, deviceId]],
    ["insert into user_photos values ($1, 'image/png', '\\x89504e47')", [userId]],
    ["insert into old_passwords (user_id, password_hash) values ($1, 'old')", [userId]],
    ["insert into recovery_codes values ($1, '\\x0102', null)", [userId]],
    [
      "insert into passkeys (id, user_id, public_key, host, name, transports) values ($2, $1::bigint, '\\x01', 'localhost', 'k', '{usb,nfc}')",
      [userId, `key of ${account}`],
    ],
    ["insert into bindings (provider, subject, user_id) values ('oidc', $2, $1::bigint)", [userId, account]],
    ['insert into message_settings values ($1, $2)', [userId, JSON.stringify({ groupMinutes: 15, digest: 'weekly' })]],
    ["insert into message_credits values ($1, 'sms', 12, 1)", [userId]],
    ["insert into message_plants values ($1, $2, '2', 'infinity')", [userId, plantId]],
    ["insert into known_browsers (user_id, cookie_hash) values ($1, '\\xaa')", [userId]],
    ["insert into sign_ins (user_id, method, outcome) values ($1, 'password', 'success')", [userId]],
    [
      "insert into access_tokens (user_id, name, token_hash, scopes, expires_at) values ($1::bigint, 't', decode(md5($1::bigint::text), 'hex'), '{plant:read}', '2027-01-01')",
      [userId],
    ],
    [
      `update users set preferences = jsonb_build_object('defaultPlantId', $2::bigint, 'theme', 'dark'),
        accepted_texts = jsonb_build_object('system', 'SUNNY') where id = $1`,
      [userId, plantId],
    ],
  ]
  for (const [text, values] of statements) await db.pool.query(text, values)
  const target = { channel: 'webhook', url: `https://${account}.example.org/hook`, secret: 'whsec_AAAA' } as const
  await putAddress(db.kysely, { userId, name: 'Hook', target, nowMs })
}

/** A person with whom a plant is shared. */
export async function addFriend(center: TestDataCenter, account: string, plantId: number): Promise<number> {
  const userId = await center.addAccount({ account, email: `${account}@example.org` })
  await addMember(center.db, plantId, userId, 'viewer', ['viewPlantInfo', 'viewPlantDevice'])
  return userId
}
