import type { CsvCell as Cell } from '@heliograph/domain/format/csv.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Column, ExportTable } from './export-table.ts'

const PAGE = 1000

export const columns = (...names: readonly string[]): readonly Column[] => names.map((name) => ({ name }))
export const toIso = (at: Date | null): string | null => at?.toISOString() ?? null
type Row = readonly Cell[]

/** Reads a small table in one piece. */
export const onePage = (read: () => Promise<readonly Row[]>): ExportTable['rows'] =>
  async function* () {
    yield await read()
  }

/**
 * Reads page by page, by ascending IDs.
 * @param read returns at most `size` rows with an ID above `after`, ascending; the ID is the first cell
 */
const byId = (read: (after: number, size: number) => Promise<readonly Row[]>): ExportTable['rows'] =>
  async function* () {
    for (let after = 0; ; ) {
      const page = await read(after, PAGE)
      yield page
      if (page.length < PAGE) return
      after = page.at(-1)?.[0] as number
    }
  }

/** Everything the account stores about the person. */
export function profileTables(db: Db, userId: number): readonly ExportTable[] {
  const { kysely } = db
  return [
    {
      path: 'profile/profile',
      columns: columns(
        'id',
        'account',
        'nickname',
        'email',
        'phone',
        'country',
        'language',
        'createdAt',
        'preferences',
        'acceptedTexts',
      ),
      rows: onePage(async () => {
        const rows = await kysely.selectFrom('users').selectAll().where('id', '=', userId).execute()
        return rows.map((row) => [
          ...[row.id, row.account, row.nickname, row.email, row.phone, row.country, row.language],
          toIso(row.created_at),
          JSON.stringify(row.preferences),
          row.accepted_texts === null ? null : JSON.stringify(row.accepted_texts),
        ])
      }),
    },
    {
      path: 'profile/organizations',
      columns: columns('id', 'name', 'role', 'since'),
      rows: onePage(async () => {
        const rows = await kysely
          .selectFrom('organization_members as m')
          .innerJoin('organizations as o', 'o.id', 'm.organization_id')
          .select(['o.id', 'o.name', 'm.role', 'm.since'])
          .where('m.user_id', '=', userId)
          .orderBy('o.id')
          .execute()
        return rows.map((row) => [row.id, row.name, row.role, toIso(row.since)])
      }),
    },
    {
      path: 'profile/message-credits',
      columns: columns('id', 'at', 'channel', 'kind', 'change', 'balance'),
      rows: byId(async (after, size) => {
        const rows = await kysely
          .selectFrom('message_credit_entries')
          .selectAll()
          .where('user_id', '=', userId)
          .where('id', '>', after)
          .orderBy('id')
          .limit(size)
          .execute()
        return rows.map((row) => [row.id, toIso(row.at), row.channel, row.kind, row.change, row.balance])
      }),
    },
    {
      path: 'profile/message-credit-orders',
      columns: columns('id', 'at', 'channel', 'credits', 'price', 'currency', 'state', 'closedAt', 'note'),
      rows: byId(async (after, size) => {
        const rows = await kysely
          .selectFrom('orders')
          .selectAll()
          .where('kind', '=', 'credits')
          .where('ordered_by', '=', userId)
          .where('id', '>', after)
          .orderBy('id')
          .limit(size)
          .execute()
        return rows.map((row) => [
          ...[row.id, toIso(row.ordered_at), row.channel, row.amount, Number(row.price), row.currency, row.state],
          ...[toIso(row.closed_at), row.note],
        ])
      }),
    },
    {
      path: 'profile/ways-in',
      columns: columns('kind', 'name', 'createdAt', 'lastUsedAt', 'expiresAt'),
      rows: signInMethodsTable(db, userId),
    },
  ]
}

/** Passkeys, tokens, linked accounts and sessions, without their secrets. */
const signInMethodsTable = ({ kysely }: Db, userId: number): ExportTable['rows'] =>
  onePage(async () => {
    type Way = { kind: string; name: string; created: Date | null; used: Date | null; expires: Date | null }
    const { rows } = await sql<Way>`
      select 'passkey' as kind, name, created_at as created, last_used_at as used, null::timestamptz as expires
        from passkeys where user_id = ${userId}
      union all select 'accessToken', name, created_at, last_used_at, expires_at from access_tokens where user_id = ${userId}
      union all select 'binding', provider || ' ' || label, created_at, null, null from bindings where user_id = ${userId}
      union all select 'session', user_agent, created_at, last_seen_at, expires_at from sessions where user_id = ${userId}
      order by kind, created`.execute(kysely)
    return rows.map((row) => [row.kind, row.name, toIso(row.created), toIso(row.used), toIso(row.expires)])
  })

export const signInTable = ({ kysely }: Db, userId: number): ExportTable => ({
  path: 'sign-ins',
  columns: columns('id', 'at', 'method', 'outcome', 'address', 'userAgent'),
  rows: byId(async (after, size) => {
    const rows = await kysely
      .selectFrom('sign_ins')
      .selectAll()
      .where('user_id', '=', userId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(size)
      .execute()
    return rows.map((row) => [row.id, toIso(row.at), row.method, row.outcome, row.address, row.user_agent])
  }),
})

/** The person's own writes, and all writes to plants they own; addresses only for their own. */
export const auditTable = ({ kysely }: Db, userId: number, plantIds: readonly number[]): ExportTable => ({
  path: 'audit',
  columns: columns('id', 'at', 'by', 'organization', 'plantId', 'deviceId', 'call', 'detail', 'address'),
  rows: byId(async (after, size) => {
    const rows = await kysely
      .selectFrom('audit_log as a')
      .leftJoin('users as u', 'u.id', 'a.user_id')
      .leftJoin('organizations as o', 'o.id', 'a.organization_id')
      .selectAll('a')
      .select(['u.nickname', 'o.name as organization'])
      .where((eb) => eb.or([eb('a.user_id', '=', userId), sql<boolean>`a.plant_id = any(${[...plantIds]}::bigint[])`]))
      .where('a.id', '>', after)
      .orderBy('a.id')
      .limit(size)
      .execute()
    return rows.map((row) => [
      ...[row.id, toIso(row.at), row.nickname, row.organization, row.plant_id, row.device_id, row.call],
      JSON.stringify(row.detail),
      row.user_id === userId ? row.address : null,
    ])
  }),
})
