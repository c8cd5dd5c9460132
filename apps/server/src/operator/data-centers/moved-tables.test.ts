import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { allMoved, movedTables } from './moved-tables.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** Tables of people and plants that do not move, and why. */
const staying: Readonly<Record<string, string>> = {
  sessions: 'bound to the center',
  access_tokens: 'bound to the center',
  screen_links: 'open screens of the center',
  webhooks: 'sent by the center',
  webhook_streams: 'sent by the center',
  call_budgets: 'short-lived',
  one_time_secrets: 'short-lived',
  organization_members: 'organizations stay',
  plant_organizations: 'as rights of guests',
  invitations: 'as rights of guests',
  hand_overs: 'offered again where the plant arrives',
  account_moves: 'of the center',
  moved_loggers: 'of the center',
  waiting_records: 'passed on afterwards',
  transfer_parts: 'of the center',
  plant_holders: 'a view',
  plant_viewers: 'a view',
  logger_claims: 'proven where the logger speaks',
  logger_forwards: 'switched on anew where the logger speaks',
  logger_homes: 'heard here',
  logger_label_codes: 'of the center',
  logger_disputes: 'decided here',
  logger_budgets: 'short-lived',
  security_events: 'of the center',
  suggestions: 'asked of the operator of the center',
  data_plans: 'entered for the operator of the center',
  orders: 'ordered from the operator of the center',
  application_consents: 'of the center',
  message_credit_entries: 'of the operator who sold them',
  plant_hours: 'read anew from the roll-ups',
  plant_exports: 'short-lived',
  edge_agents: 'paired again with the center',
  edge_pairings: 'asked for again',
  edge_requests: 'answered within a minute',
  collect_targets: 'stand in the network of the center',
  mqtt_brokers: 'stand in the network of the center',
  mqtt_broker_plants: 'of a broker, which stays',
  own_maps: 'downloaded by those who need them',
  device_likenesses: 'found anew where the plant arrives',
  device_scans: 'looked again in the network of the center',
  device_networks: 'of the center',
  line_series: 'assigned again where the plant arrives',
  import_mappings: 'offered again after the next import',
  history_imports: 'their devices move; undone by removing those',
  import_files: 'uploaded again where they are looked at',
  export_schedules: 'their mails link to the center',
  report_recipients: 'of a schedule, which stays',
  export_templates: 'made again with the devices of the center',
  binned_plants: 'removed for good where they were deleted',
  plant_tags: 'of the center',
  tagged_plants: 'of the center',
  plant_views: 'of the center',
  device_commands: 'asked through the loggers of the center',
  plant_search: 'written anew where the plant arrives',
  plant_now: 'written anew where the plant arrives',
  plant_day_entries: 'a view',
  logger_days: 'counted anew where the plant arrives',
  communication_counts: 'counted anew where the plant arrives',
  plant_forecasts: 'made anew where the plant arrives',
  forecast_days: 'made anew where the plant arrives',
  performance_days: 'judged anew where the plant arrives',
  performance_plants: 'judged anew where the plant arrives',
  messages: 'read here; their links are to the center',
  message_sendings: 'of the center',
  alarm_looks: 'short-lived',
  alarm_strings: 'counted anew where the plant arrives',
}

it('no table of people, plants, devices or loggers is missing', async () => {
  const { rows } = await database.db.pool.query<{ name: string }>(
    `select distinct c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and not c.relispartition
       and a.attname in ('plant_id', 'device_id', 'user_id', 'logger_id', 'wire') order by 1`,
  )
  const known = new Set([...movedTables.map(({ name }) => name), ...Object.keys(staying)])
  expect(rows.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([])
})

it('every reference to a person, plant or device gets its new ID', async () => {
  for (const { name, ofPlant, ofDevice, ofLogger, persons = [] } of movedTables) {
    const { rows } = await database.db.pool.query<{ column: string; target: string }>(
      `select a.attname as column, k.confrelid::regclass::text as target from pg_constraint k
       join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
       where k.contype = 'f' and k.conrelid = $1::regclass`,
      [name],
    )
    for (const { column, target } of rows) {
      const isKnown =
        (target === 'users' && (persons.includes(column) || name === 'plants')) ||
        (target === 'plants' && (ofPlant === true || name === 'devices')) ||
        (target === 'devices' && ofDevice === true) ||
        (target === 'loggers' && ofLogger === true) ||
        (target === 'organizations' && (name === 'audit_log' || name === 'alarm_user_rules')) ||
        (target === 'alarms' && name === 'alarm_events') ||
        // By name: it stays the same.
        (target === 'price_series' && name === 'price_days')
      expect([name, column, isKnown]).toEqual([name, column, true])
    }
  }
})

it('finds nothing for an empty account', async () => {
  for (const { find } of allMoved) {
    const text = `select row from (${find}) f, (select $1::bigint, $2::bigint[], $3::text) as given`
    expect((await database.db.pool.query(text, [1, [], 'none'])).rows).toEqual([])
  }
})
