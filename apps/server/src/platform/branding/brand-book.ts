import type { Kysely } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { type Brand, type BrandText, isLegalText, mergeBrand, shippedLinks } from './brand.ts'

/** How a visitor came: the host of the address, and the brand that it names (clientStyle). */
export type Visited = Readonly<{ host: string; key?: string | null | undefined }>

/** A brand that people edit, without its data. */
export type ProjectRow = Readonly<{
  id: number
  key: string
  name: string
  organizationId: number | null
  status: string
  version: number
}>

/** Brands by key and host, small enough to be kept whole; the data of a brand is read on demand. */
type Index = Readonly<{
  byKey: ReadonlyMap<string, ProjectRow>
  /** Proven domains. */
  byDomain: ReadonlyMap<string, ProjectRow>
  /** Rows by hand; `*` serves every host that has none of its own. */
  byHand: ReadonlyMap<string, object>
}>

type Book = {
  isKept: boolean
  turn: number
  index: Index | undefined
  brands: Map<string, Brand>
  legalTexts: readonly BrandText[]
}

/** The row whose values serve every host that has none of its own. No host is called so. */
export const ANY_HOST = '*'
const MOST_KEPT = 200

const books = new WeakMap<Db, Book>()

function bookOf(db: Db): Book {
  const book = books.get(db) ?? {
    isKept: false,
    turn: 0,
    index: undefined,
    brands: new Map(),
    legalTexts: shippedLinks,
  }
  books.set(db, book)
  return book
}

/** From now on brands are kept in memory: only where `forgetBrands` is called on every change. */
export function keepBrands(db: Db): void {
  bookOf(db).isKept = true
}

/** Terms and privacy of brands that name none (legal-links.ts). */
export function setLegalTexts(db: Db, texts: readonly BrandText[]): void {
  bookOf(db).legalTexts = texts
  forgetBrands(db)
}

/** A brand was changed. */
export function forgetBrands(db: Db): void {
  const book = bookOf(db)
  book.turn += 1
  book.index = undefined
  book.brands.clear()
}

export const toHostName = (host: string): string => host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')

export async function readIndex(db: Db): Promise<Index> {
  const book = bookOf(db)
  if (book.index !== undefined) return book.index
  const { turn } = book
  const index = await loadIndex(db.kysely)
  // A change in between would be overlooked.
  if (book.isKept && book.turn === turn) book.index = index
  return index
}

async function loadIndex(kysely: Kysely<Tables>): Promise<Index> {
  const [projects, domains, byHand] = await Promise.all([
    kysely
      .selectFrom('brand_projects')
      .select(['id', 'key', 'name', 'organization_id as organizationId', 'status', 'version'])
      .execute(),
    kysely.selectFrom('brand_domains').select(['domain', 'brand_id']).where('verified_at', 'is not', null).execute(),
    kysely.selectFrom('brands').select(['host', 'data']).execute(),
  ])
  const byId = new Map(projects.map((row) => [row.id, row]))
  return {
    byKey: new Map(projects.map((row) => [row.key, row])),
    byDomain: new Map(
      domains.flatMap(({ domain, brand_id }) => {
        const row = byId.get(brand_id)
        return row === undefined ? [] : [[domain, row]]
      }),
    ),
    byHand: new Map(byHand.map(({ host, data }) => [host, data as object])),
  }
}

/** The edited brand that a visitor sees: the one that the address names comes first. One without a version is none yet. */
export function findProject({ byKey, byDomain }: Index, { host, key }: Visited): ProjectRow | undefined {
  const named = key ? byKey.get(key.toLowerCase()) : undefined
  if (named !== undefined && named.version > 0) return named
  const row = byDomain.get(toHostName(host))
  return row !== undefined && row.version > 0 ? row : undefined
}

/** The brand of a visitor. Parts that it leaves out are as for every host. */
export async function readBrand(db: Db, visited: Visited): Promise<Brand> {
  const index = await readIndex(db)
  const project = findProject(index, visited)
  const host = toHostName(visited.host)
  const kept = project ? `project ${project.id} ${project.version}` : index.byHand.has(host) ? `host ${host}` : ''
  const book = bookOf(db)
  const known = book.brands.get(kept)
  if (known !== undefined) return known
  const { turn } = book
  const shared = index.byHand.get(ANY_HOST)
  const ofServer = mergeBrand(shared, book.legalTexts)
  const brand = project
    ? toProjectBrand(project, await readData(db.kysely, project), ofServer)
    : mergeBrand({ ...shared, ...index.byHand.get(host) }, ofServer.texts.filter(isLegalText))
  if (book.isKept && book.turn === turn && book.brands.size < MOST_KEPT) book.brands.set(kept, brand)
  return brand
}

async function readData(kysely: Kysely<Tables>, { id, version }: ProjectRow): Promise<object> {
  const row = await kysely
    .selectFrom('brand_versions')
    .select('data')
    .where('brand_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return (row?.data ?? {}) as object
}

/**
 * Another brand's page does not carry our name: a text that it lacks is its own name, or nothing. Where to get help,
 * and terms and privacy, are the server's then: its operator keeps the data, under any brand.
 */
export function toProjectBrand(
  { key, name, status, organizationId }: Omit<ProjectRow, 'id' | 'version'>,
  data: object,
  ofServer: Brand,
): Brand {
  const brand = mergeBrand({ ...data, status }, ofServer.texts.filter(isLegalText))
  const hasName = (type: string): boolean =>
    brand.texts.some((text) => text.type === type && text.language === '' && text.text !== DEFAULT_NAME)
  return {
    ...brand,
    system: key.toUpperCase(),
    texts: brand.texts.map((text) =>
      ['SHOW_NAME', 'APP_SHOW_NAME'].includes(text.type) && text.language === '' && !hasName(text.type)
        ? { ...text, text: name }
        : text,
    ),
    support: brand.support.link === '' && brand.support.mail === '' ? ofServer.support : brand.support,
    // A script of an organization would run beside everybody's session.
    trackingCode: organizationId === null ? brand.trackingCode : '',
  }
}
const DEFAULT_NAME = 'Heliograph'
