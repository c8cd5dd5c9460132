import type { Db } from '../../../platform/db/database.ts'
import { openForMove } from '../moved-secrets.ts'
import { movedTables } from '../moved-tables.ts'

type Row = Record<string, unknown>
export type Rows = Readonly<Record<string, readonly Row[]>>

/** Every row of a person and their plants, with names instead of IDs, so that two servers can be compared. */
export async function rowsOf(db: Db, account: string): Promise<Rows> {
  const { rows: users } = await db.pool.query<{ id: number }>('select id from users where account = $1', [account])
  const userId = users[0]?.id ?? 0
  const { rows: plants } = await db.pool.query<{ id: number; name: string }>(
    "select p.id, p.name from plants p join plant_members m on m.plant_id = p.id where m.user_id = $1 and m.role = 'owner'",
    [userId],
  )
  const plantIds = plants.map(({ id }) => id)
  const { rows: devices } = await db.pool.query<{ id: number; serial: string }>(
    'select id, serial from devices where plant_id = any($1::bigint[])',
    [plantIds],
  )
  const { rows: loggers } = await db.pool.query<{ id: number; address: string }>(
    'select id, address from loggers where plant_id = any($1::bigint[])',
    [plantIds],
  )
  const names = {
    plant: new Map(plants.map(({ id, name }) => [id, name])),
    device: new Map(devices.map(({ id, serial }) => [id, serial])),
    logger: new Map(loggers.map(({ id, address }) => [id, address])),
  }
  const found: Record<string, readonly Row[]> = {}
  for (const { name, find } of movedTables) {
    const text = ofLoggers(name) ?? find
    const { rows } = await db.pool.query<{ row: Row }>(
      `select row from (${text}) f, (select $1::bigint, $2::bigint[], $3::text) as given`,
      [userId, plantIds, ''],
    )
    // Each center seals anew: what is sealed can be compared open only.
    found[name] = rows.map(({ row }) => named(name, openForMove(name, row), userId, names)).sort(byText)
  }
  return found
}

/** Without the list of a move that runs. */
function ofLoggers(name: string): string | undefined {
  if (name === 'loggers' || name === 'logger_records')
    return `select to_jsonb(t) as row from ${name} t where plant_id = any($2::bigint[])`
  if (name === 'logger_pauses' || name === 'named_numbers')
    return `select to_jsonb(t) as row from ${name} t join loggers l on l.id = t.logger_id where l.plant_id = any($2::bigint[])`
  return undefined
}

const persons = 'user_id created_by registered_by granted_by taken_by acknowledged_by assigned_to changed_by'.split(' ')
const isPerson = (column: string): boolean => persons.includes(column)

const byText = (one: Row, other: Row): number => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)

function named(
  table: string,
  row: Row,
  userId: number,
  names: Readonly<Record<'plant' | 'device' | 'logger', ReadonlyMap<number, string>>>,
): Row {
  const entries = Object.entries(row).map(([key, value]): [string, unknown] => {
    if (key === 'id' && table === 'plants') return [key, names.plant.get(value as number)]
    if (key === 'id' && table === 'devices') return [key, names.device.get(value as number)]
    if (key === 'id' && table !== 'passkeys') return [key, 'a number']
    if (key === 'plant_id') return [key, names.plant.get(value as number)]
    if (key === 'logger_id')
      return [key, value === null ? null : (names.logger.get(value as number) ?? 'one that is gone')]
    if (key === 'device_id') return [key, value === null ? null : names.device.get(value as number)]
    if (isPerson(key)) return [key, value === userId ? 'the person' : value]
    return [key, value]
  })
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)))
}
