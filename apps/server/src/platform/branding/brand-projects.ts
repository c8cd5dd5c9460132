import type { BrandDraft } from '@heliograph/domain/brand/brand-parts.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import type { Kysely } from 'kysely'
import type { Db } from '../db/database.ts'
import { notFound } from '../db/not-found.ts'
import type { Tables } from '../db/tables.ts'
import { forgetBrands } from './brand-book.ts'
import { checkDraft, readDraft } from './brand-draft.ts'

/** The editor: an administrator of the server (null) or of an organization; each their own brands. */
export type BrandKeeper = Readonly<{ userId: number; organizationId: number | null }>

export type Project = Readonly<{
  id: number
  key: string
  name: string
  organizationId: number | null
  organizationName: string | null
  status: 'OK' | 'SUSPENDED'
  version: number
  /** Proven ones. */
  domains: readonly string[]
  createdAtMs: number
}>
export type BrandVersion = Readonly<{
  version: number
  note: string
  /** The earlier version whose data came back, or null. */
  restores: number | null
  savedAtMs: number
  /** Nickname, or null for an account that is gone. */
  savedBy: string | null
}>

const MOST_PROJECTS = 20
/** Of all owners, as an administrator of the server sees them. */
const MOST_LISTED = 500
/** Beyond it the oldest goes. */
const MOST_VERSIONS = 500
const MOST_SHOWN_VERSIONS = 100

/** A keeper's own brands; an administrator of the server sees those of organizations too. */
export async function listProjects({ kysely }: Db, keeper: BrandKeeper): Promise<readonly Project[]> {
  const rows = await kysely
    .selectFrom('brand_projects as b')
    .leftJoin('organizations as o', 'o.id', 'b.organization_id')
    .selectAll('b')
    .select('o.name as organization_name')
    .$if(keeper.organizationId !== null, (query) => query.where('b.organization_id', '=', keeper.organizationId))
    .orderBy('b.id')
    .limit(MOST_LISTED)
    .execute()
  const ids = rows.map(({ id }) => id)
  const domains =
    ids.length === 0
      ? []
      : await kysely
          .selectFrom('brand_domains')
          .select(['brand_id', 'domain'])
          .where('brand_id', 'in', ids)
          .where('verified_at', 'is not', null)
          .orderBy('domain')
          .execute()
  return rows.map((row) => ({
    id: row.id,
    key: row.key,
    name: row.name,
    status: row.status,
    version: row.version,
    organizationId: row.organization_id,
    organizationName: row.organization_name,
    domains: domains.filter(({ brand_id }) => brand_id === row.id).map(({ domain }) => domain),
    createdAtMs: row.created_at.getTime(),
  }))
}

/** @throws Refusal NOT_FOUND also for a neighbor's */
export async function requireProject(kysely: Kysely<Tables>, keeper: BrandKeeper, id: number) {
  const row = await kysely
    .selectFrom('brand_projects')
    .selectAll()
    .where('id', '=', id)
    .where('organization_id', 'is not distinct from', keeper.organizationId)
    .executeTakeFirstOrThrow(notFound)
  return row
}

/** @throws Refusal PARAM_ERROR, TOO_MANY, ALREADY_USED for a key that another brand has */
export async function addProject(
  db: Db,
  keeper: BrandKeeper,
  options: Readonly<{ key: string; name: string; nowMs: number }>,
): Promise<number> {
  const name = cleanLine(options.name, 60)
  if (name === '') throw new Refusal('PARAM_ERROR', { field: 'name' })
  const id = await db.transaction(async (transaction) => {
    const { count } = await transaction
      .selectFrom('brand_projects')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('organization_id', 'is not distinct from', keeper.organizationId)
      .executeTakeFirstOrThrow()
    if (Number(count) >= MOST_PROJECTS) throw new Refusal('TOO_MANY', { most: MOST_PROJECTS })
    const row = await transaction
      .insertInto('brand_projects')
      .values({
        key: options.key,
        name,
        organization_id: keeper.organizationId,
        created_at: new Date(options.nowMs),
      })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (row === undefined) throw new Refusal('BRAND_KEY_USED')
    return row.id
  })
  forgetBrands(db)
  return id
}

/** Project for the editor: the data of the version that is shown. @throws Refusal NOT_FOUND */
export async function getProject(
  { kysely }: Db,
  keeper: BrandKeeper,
  id: number,
): Promise<Readonly<{ draft: BrandDraft; versions: readonly BrandVersion[] }>> {
  const { version } = await requireProject(kysely, keeper, id)
  const rows = await kysely
    .selectFrom('brand_versions as v')
    .leftJoin('users as u', 'u.id', 'v.saved_by')
    .select(['v.version', 'v.note', 'v.restores', 'v.saved_at', 'u.nickname'])
    .where('v.brand_id', '=', id)
    .orderBy('v.version', 'desc')
    .limit(MOST_SHOWN_VERSIONS)
    .execute()
  return {
    draft: readDraft(version === 0 ? {} : await dataOf(kysely, id, version)),
    versions: rows.map((row) => ({
      version: row.version,
      note: row.note,
      restores: row.restores,
      savedBy: row.nickname,
      savedAtMs: row.saved_at.getTime(),
    })),
  }
}

/** An earlier version, to look at. @throws Refusal NOT_FOUND */
export async function getVersion(
  { kysely }: Db,
  keeper: BrandKeeper,
  id: number,
  version: number,
): Promise<BrandDraft> {
  await requireProject(kysely, keeper, id)
  return readDraft(await dataOf(kysely, id, version))
}

async function dataOf(kysely: Kysely<Tables>, id: number, version: number): Promise<unknown> {
  const row = await kysely
    .selectFrom('brand_versions')
    .select('data')
    .where('brand_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow(notFound)
  return row.data
}

/**
 * Each save is a version, and shown at once.
 * @param options.basedOn the version that was edited: another person's save in between is not overwritten
 * @returns the new version
 * @throws Refusal NOT_FOUND, PARAM_ERROR, BRAND_CHANGED
 */
export async function saveVersion(
  db: Db,
  keeper: BrandKeeper,
  id: number,
  options: Readonly<{
    draft: BrandDraft
    note: string
    basedOn: number
    nowMs: number
    trackingOrigins: readonly string[]
  }>,
): Promise<number> {
  const draft = checkDraft(options.draft, { ...options, isOfServer: keeper.organizationId === null })
  const version = await db.transaction(async (transaction) => {
    await lockProject(transaction, keeper, id, options.basedOn)
    return writeVersion(transaction, keeper, id, { ...options, data: draft, restores: null })
  })
  forgetBrands(db)
  return version
}

/** The data of an earlier version as a new one. @throws Refusal NOT_FOUND, BRAND_CHANGED */
export async function rollBack(
  db: Db,
  keeper: BrandKeeper,
  id: number,
  options: Readonly<{ version: number; basedOn: number; nowMs: number }>,
): Promise<number> {
  const version = await db.transaction(async (transaction) => {
    await lockProject(transaction, keeper, id, options.basedOn)
    const data = (await dataOf(transaction, id, options.version)) as object
    return writeVersion(transaction, keeper, id, { ...options, data, note: '', restores: options.version })
  })
  forgetBrands(db)
  return version
}

async function lockProject(kysely: Kysely<Tables>, keeper: BrandKeeper, id: number, basedOn: number): Promise<void> {
  const row = await kysely
    .selectFrom('brand_projects')
    .select('version')
    .where('id', '=', id)
    .where('organization_id', 'is not distinct from', keeper.organizationId)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound)
  if (row.version !== basedOn) throw new Refusal('BRAND_CHANGED')
}

async function writeVersion(
  kysely: Kysely<Tables>,
  keeper: BrandKeeper,
  id: number,
  options: Readonly<{ data: object; note: string; basedOn: number; restores: number | null; nowMs: number }>,
): Promise<number> {
  const version = options.basedOn + 1
  await kysely
    .insertInto('brand_versions')
    .values({
      brand_id: id,
      version,
      note: cleanLine(options.note, 200),
      restores: options.restores,
      data: JSON.stringify(options.data),
      saved_at: new Date(options.nowMs),
      saved_by: keeper.userId,
    })
    .execute()
  await kysely.updateTable('brand_projects').set({ version }).where('id', '=', id).execute()
  await kysely
    .deleteFrom('brand_versions')
    .where('brand_id', '=', id)
    .where('version', '<=', version - MOST_VERSIONS)
    .execute()
  return version
}

/** Only administrators of the server, for every brand: an organization does not lift its own suspension. @throws Refusal NOT_FOUND, NO_PERMISSION */
export async function setStatus(db: Db, keeper: BrandKeeper, id: number, status: 'OK' | 'SUSPENDED'): Promise<void> {
  if (keeper.organizationId !== null) {
    await requireProject(db.kysely, keeper, id)
    throw new Refusal('NO_PERMISSION')
  }
  const done = await db.kysely.updateTable('brand_projects').set({ status }).where('id', '=', id).executeTakeFirst()
  if (done.numUpdatedRows === 0n) throw new Refusal('NOT_FOUND')
  forgetBrands(db)
}

/** With its versions, domains and pictures. @throws Refusal NOT_FOUND */
export async function removeProject(db: Db, keeper: BrandKeeper, id: number): Promise<void> {
  await requireProject(db.kysely, keeper, id)
  await db.kysely.deleteFrom('brand_projects').where('id', '=', id).execute()
  forgetBrands(db)
}
