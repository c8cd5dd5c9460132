import type { AlarmChange } from '@heliograph/domain/alarms/change.ts'
import { USER_RULE } from '@heliograph/domain/alarms/rule-ids.ts'
import { faultOfUserRule, type UserRule, type UserRuleScope } from '@heliograph/domain/alarms/user-rule.ts'
import { DAY_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import { sql } from 'kysely'
import { type Holder, lockUser } from '../../people/accounts/accounts.ts'
import type { Db } from '../../platform/db/database.ts'
import { notFound } from '../../platform/db/not-found.ts'
import { runClientTransaction } from '../../platform/db/transaction.ts'
import { applyAlarmChanges } from './apply-changes.ts'
import { touchRules } from './watched-devices.ts'

/** A rule that a person or an organization made. */
export type KeptUserRule = Readonly<{
  id: string
  rule: UserRule
  scope: UserRuleScope
  /** Of a rule for one plant. */
  plantName: string | null
  isOn: boolean
  createdAtMs: number
  /** Open alarms, and alarms of the last 90 days. */
  open: number
  recent: number
}>

/** Rules of one person or organization. */
export const MOST_USER_RULES = 50
const RECENT_MS = 90 * DAY_MS

const isOf = ({ userId, organizationId }: Holder) =>
  organizationId === null ? sql<boolean>`r.user_id = ${userId}` : sql<boolean>`r.organization_id = ${organizationId}`

/** The holder's own rules, newest first. */
export async function listUserRules({ kysely }: Db, holder: Holder, nowMs: number): Promise<readonly KeptUserRule[]> {
  const { rows } = await sql<{
    id: string
    rule: UserRule
    plant_id: number | null
    tag: string | null
    plant_name: string | null
    is_on: boolean
    created_at: Date
    open: number
    recent: number
  }>`
    select r.id, r.rule, r.plant_id, r.tag, p.name as plant_name, r.is_on, r.created_at,
      (select count(*)::int from alarms a where a.user_rule_id = r.id and a.closed_at is null) as open,
      (select count(*)::int from alarms a where a.user_rule_id = r.id and a.end_reason is distinct from 'withdrawn'
        and a.opened_at > ${new Date(nowMs - RECENT_MS)}) as recent
    from alarm_user_rules r left join plants p on p.id = r.plant_id
    where ${isOf(holder)} order by r.created_at desc limit ${MOST_USER_RULES}`.execute(kysely)
  return rows.map((row) => ({
    id: row.id,
    rule: row.rule,
    scope: toScope(row.plant_id, row.tag),
    plantName: row.plant_name,
    isOn: row.is_on,
    createdAtMs: row.created_at.getTime(),
    open: row.open,
    recent: row.recent,
  }))
}

const toScope = (plantId: number | null, tag: string | null): UserRuleScope =>
  plantId !== null ? { kind: 'plant', plantId } : tag !== null ? { kind: 'tag', tag } : { kind: 'all' }

/** @returns its id @throws Refusal PARAM_ERROR, TOO_MANY, NOT_FOUND or NO_PERMISSION for its plant */
export async function addUserRule(
  db: Db,
  holder: Holder,
  options: Readonly<{ rule: UserRule; scope: UserRuleScope }>,
  nowMs: number,
): Promise<string> {
  const rule = checkRule(options.rule)
  await requireScope(db, holder, options.scope, nowMs)
  const now = new Date(nowMs)
  const id = await db.transaction(async (kysely) => {
    await lockUser(kysely, holder.userId)
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from alarm_user_rules r where ${isOf(holder)}`.execute(kysely)
    if ((rows[0]?.count ?? 0) >= MOST_USER_RULES) throw new Refusal('TOO_MANY', { most: MOST_USER_RULES })
    const { organizationId, userId } = holder
    const added = await kysely
      .insertInto('alarm_user_rules')
      .values({
        user_id: organizationId === null ? userId : null,
        organization_id: organizationId,
        rule: JSON.stringify(rule),
        ...toColumns(options.scope),
        created_at: now,
        changed_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return added.id
  })
  await touchScope(db, holder, options.scope, nowMs)
  return id
}

/** Every node reads the rules of these plants again before it judges their next sample. */
async function touchScope(db: Db, holder: Holder, scope: UserRuleScope, nowMs: number): Promise<void> {
  const { userId, organizationId } = holder
  const only = scope.kind === 'plant' ? sql`and plant_id = ${scope.plantId}` : sql``
  const { rows } = await sql<{ id: number }>`
    select plant_id as id from plant_holders where (expires_at is null or expires_at > ${new Date(nowMs)})
      and ${organizationId === null ? sql`user_id = ${userId}` : sql`organization_id = ${organizationId}`} ${only}`.execute(
    db.kysely,
  )
  await touchRules(
    db.pool,
    rows.map(({ id }) => id),
  )
}

/** @throws Refusal PARAM_ERROR, NOT_FOUND, NO_PERMISSION */
export async function editUserRule(
  db: Db,
  holder: Holder,
  id: string,
  options: Readonly<{ rule?: UserRule | undefined; scope?: UserRuleScope | undefined; isOn?: boolean | undefined }>,
  nowMs: number,
): Promise<void> {
  const rule = options.rule === undefined ? undefined : checkRule(options.rule)
  if (options.scope !== undefined) await requireScope(db, holder, options.scope, nowMs)
  await runClientTransaction(db.pool, async (client) => {
    const { rows } = await client.query<{ rule: UserRule }>(
      `update alarm_user_rules set rule = coalesce($4::jsonb, rule), is_on = coalesce($5, is_on),
         plant_id = case when $6 then $7::bigint else plant_id end, tag = case when $6 then $8 else tag end,
         changed_at = $9
       where id = $1 and ($3::bigint is null and user_id = $2 or organization_id = $3) returning rule`,
      [
        ...[id, holder.userId, holder.organizationId],
        rule === undefined ? null : JSON.stringify(rule),
        options.isOn ?? null,
        options.scope !== undefined,
        options.scope?.kind === 'plant' ? options.scope.plantId : null,
        options.scope?.kind === 'tag' ? options.scope.tag : null,
        new Date(nowMs),
      ],
    )
    if (rows.length === 0) throw new Refusal('NOT_FOUND')
    // Alarms under the old definition say nothing about the new one; where it still holds they are found again.
    if (rule !== undefined || options.scope !== undefined || options.isOn === false)
      await endAlarmsOf(client, id, nowMs)
  })
  // Of the plants that it looked at before, too.
  await touchScope(db, holder, { kind: 'all' }, nowMs)
}

/** Its open alarms end; the closed ones stay. @throws Refusal NOT_FOUND */
export async function removeUserRule(db: Db, holder: Holder, id: string, nowMs: number): Promise<void> {
  await runClientTransaction(db.pool, async (client) => {
    const { rows } = await client.query<{ rule: UserRule }>(
      `select rule from alarm_user_rules
       where id = $1 and ($3::bigint is null and user_id = $2 or organization_id = $3) for update`,
      [id, holder.userId, holder.organizationId],
    )
    if (rows[0] === undefined) throw new Refusal('NOT_FOUND')
    await endAlarmsOf(client, id, nowMs)
    await client.query('delete from alarm_blocks where user_rule_id = $1', [id])
    await client.query('delete from alarm_user_rules where id = $1', [id])
  })
  await touchScope(db, holder, { kind: 'all' }, nowMs)
}

type Client = Parameters<typeof applyAlarmChanges>[0]

async function endAlarmsOf(client: Client, userRuleId: string, nowMs: number): Promise<void> {
  const { rows } = await client.query<{
    plant_id: number
    logger_id: number | null
    device_id: number | null
    part: string
  }>('select plant_id, logger_id, device_id, part from alarms where user_rule_id = $1 and closed_at is null', [
    userRuleId,
  ])
  const changes = rows.map(
    (row): AlarmChange => ({
      kind: 'close' as const,
      target: { plantId: row.plant_id, loggerId: row.logger_id, deviceId: row.device_id, part: row.part },
      rule: USER_RULE,
      userRuleId,
      atMs: nowMs,
      reason: 'gone' as const,
    }),
  )
  await applyAlarmChanges(client, changes, nowMs)
  const key = `${USER_RULE} ${userRuleId}`
  await client.query('update alarm_watches set watches = watches - $1::text where watches ? $1::text', [key])
}

/** Cleans its name. @throws Refusal PARAM_ERROR */
export function checkRule(options: UserRule): UserRule {
  const rule = { ...options, name: cleanLine(options.name) }
  const fault = faultOfUserRule(rule)
  if (fault !== null) throw new Refusal('PARAM_ERROR', { field: `rule.${fault}` })
  return rule
}

const toColumns = (scope: UserRuleScope) => ({
  plant_id: scope.kind === 'plant' ? scope.plantId : null,
  tag: scope.kind === 'tag' ? cleanLine(scope.tag) : null,
})

/** A rule for one plant needs the right to edit it: its alarms are seen by all who may see alarms there. */
export async function requireScope(db: Db, holder: Holder, scope: UserRuleScope, nowMs: number): Promise<void> {
  if (scope.kind !== 'plant') return
  const { userId, organizationId } = holder
  const row = await db.kysely
    .selectFrom('plant_holders')
    .select('rights')
    .where('plant_id', '=', scope.plantId)
    .where(organizationId === null ? 'user_id' : 'organization_id', '=', organizationId ?? userId)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', new Date(nowMs))]))
    .executeTakeFirstOrThrow(notFound)
  if (!row.rights.includes('editPlant')) throw new Refusal('NO_PERMISSION')
}
