import { Refusal } from '@heliograph/domain/errors.ts'
import {
  type AlarmThreshold,
  type MessageSettings,
  readMessageSettings,
} from '@heliograph/domain/messages/message-settings.ts'
import { sql } from 'kysely'
import { accountZone, toThreshold } from '../../people/inbox/inbox.ts'
import type { Db } from '../../platform/db/database.ts'
import { requireViewer } from './message-center.ts'

/** A person keeps at most so many exceptions. */
const MOST_EXCEPTIONS = 1_000

export async function readSettings({ kysely }: Pick<Db, 'kysely'>, userId: number): Promise<MessageSettings> {
  const { rows } = await sql<{ settings: unknown; zone: string | null }>`select s.settings,
      ${accountZone(sql`u.id`)} as zone
    from users u left join message_settings s on s.user_id = u.id where u.id = ${userId}`.execute(kysely)
  return readMessageSettings(rows[0]?.settings, rows[0]?.zone)
}

/** @param host whose brand the person's emails carry from now on */
export async function saveSettings(
  { kysely }: Pick<Db, 'kysely'>,
  userId: number,
  settings: MessageSettings,
  host: string,
): Promise<void> {
  const row = { settings: JSON.stringify(settings), host }
  await kysely
    .insertInto('message_settings')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
}

export type PlantChoice = Readonly<{
  plantId: number
  plantName: string
  alarms: AlarmThreshold | null
  mutedUntilMs: number | null
}>

/** The exceptions that hold now, by name. */
export async function listPlantChoices({ kysely }: Db, userId: number, nowMs: number): Promise<readonly PlantChoice[]> {
  type Row = { plant_id: number; name: string; alarms: string | null; muted_until: Date | number | null }
  const { rows } = await sql<Row>`select m.plant_id, p.name, m.alarms,
      case when m.muted_until > ${new Date(nowMs)} then m.muted_until end as muted_until
    from message_plants m join plants p on p.id = m.plant_id
    where m.user_id = ${userId} and (m.alarms is not null or m.muted_until > ${new Date(nowMs)})
    order by p.name, p.id limit ${MOST_EXCEPTIONS}`.execute(kysely)
  return rows.map((row) => ({
    plantId: row.plant_id,
    plantName: row.name,
    alarms: toThreshold(row.alarms),
    mutedUntilMs: row.muted_until === null ? null : row.muted_until.valueOf(),
  }))
}

type Choice = Readonly<{ alarms: AlarmThreshold | null }> | Readonly<{ mutedUntilMs: number | null }>

/** @throws Refusal NOT_FOUND for a plant whose alarms the person may not view, PARAM_ERROR for too many exceptions */
export async function choosePlant(
  db: Db,
  userId: number,
  { plantId, nowMs, ...choice }: Choice & Readonly<{ plantId: number; nowMs: number }>,
): Promise<void> {
  await requireViewer(db.kysely, userId, plantId, nowMs)
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from message_plants
    where user_id = ${userId} and plant_id <> ${plantId}`.execute(db.kysely)
  if ((rows[0]?.count ?? 0) >= MOST_EXCEPTIONS) throw new Refusal('PARAM_ERROR', { field: 'plantId' })
  if ('alarms' in choice) {
    const alarms = choice.alarms === null ? null : String(choice.alarms)
    await sql`insert into message_plants (user_id, plant_id, alarms) values (${userId}, ${plantId}, ${alarms})
      on conflict (user_id, plant_id) do update set alarms = excluded.alarms`.execute(db.kysely)
  } else {
    const until = choice.mutedUntilMs
    const stored = until === null ? null : Number.isFinite(until) ? new Date(until).toISOString() : 'infinity'
    await sql`insert into message_plants (user_id, plant_id, muted_until) values (${userId}, ${plantId}, ${stored}::timestamptz)
      on conflict (user_id, plant_id) do update set muted_until = excluded.muted_until`.execute(db.kysely)
  }
}
