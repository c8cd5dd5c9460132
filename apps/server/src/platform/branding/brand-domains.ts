import { randomBytes } from 'node:crypto'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { Db } from '../db/database.ts'
import { notFound } from '../db/not-found.ts'
import { forgetBrands } from './brand-book.ts'
import { type BrandKeeper, requireProject } from './brand-projects.ts'

export type BrandDomain = Readonly<{
  domain: string
  /** Required content of the record or the file. */
  proof: string
  verifiedAtMs: number | null
  provenBy: 'dns' | 'file' | 'operator' | null
}>

/** How to look at a domain from outside; both fail where there is nothing. */
export type DomainProofs = Readonly<{
  /** The TXT records of a name, each as one text. */
  readTxt: (name: string) => Promise<readonly string[]>
  /** The first bytes of a file, only from where everybody could read it. */
  readFile: (url: string) => Promise<string>
}>

const MOST_DOMAINS = 20
/** Under it the TXT record stands, and the file under /.well-known. */
const RECORD = '_heliograph'
const FILE = '/.well-known/heliograph-brand.txt'

export async function listDomains({ kysely }: Db, keeper: BrandKeeper, id: number): Promise<readonly BrandDomain[]> {
  await requireProject(kysely, keeper, id)
  const rows = await kysely
    .selectFrom('brand_domains')
    .selectAll()
    .where('brand_id', '=', id)
    .orderBy('domain')
    .limit(MOST_DOMAINS)
    .execute()
  return rows.map(({ domain, proof, verified_at, proven_by }) => ({
    domain,
    proof,
    provenBy: proven_by,
    verifiedAtMs: verified_at?.getTime() ?? null,
  }))
}

/**
 * A claim: nothing is shown there until it is proven, and others may claim the same.
 * @param options.ours the server's own host, which stays with its own brand
 * @throws Refusal NOT_FOUND, PARAM_ERROR, TOO_MANY
 */
export async function addDomain(
  db: Db,
  keeper: BrandKeeper,
  id: number,
  options: Readonly<{ domain: string; ours: string; nowMs: number }>,
): Promise<void> {
  const domain = toDomain(options.domain)
  if (domain === undefined || domain === options.ours) throw new Refusal('PARAM_ERROR', { field: 'domain' })
  if ((await listDomains(db, keeper, id)).length >= MOST_DOMAINS) throw new Refusal('TOO_MANY', { most: MOST_DOMAINS })
  await db.kysely
    .insertInto('brand_domains')
    .values({
      brand_id: id,
      domain,
      proof: `heliograph-brand=${randomBytes(18).toString('base64url')}`,
      created_at: new Date(options.nowMs),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Looks for the proof. From then on the domain shows the brand, and no longer another brand that proved it earlier:
 * who controls it now decides.
 * @throws Refusal NOT_FOUND, BRAND_DOMAIN_UNPROVEN
 */
export async function checkDomain(
  db: Db,
  keeper: BrandKeeper,
  id: number,
  options: Readonly<{ domain: string; by: 'dns' | 'file'; nowMs: number }>,
  proofs: DomainProofs,
): Promise<void> {
  const { by, nowMs } = options
  const row = (await listDomains(db, keeper, id)).find(({ domain }) => domain === options.domain)
  if (row === undefined) throw new Refusal('NOT_FOUND')
  const { domain, proof } = row
  const found = await (by === 'dns'
    ? proofs.readTxt(`${RECORD}.${domain}`)
    : proofs.readFile(`https://${domain}${FILE}`).then((text) => [text])
  ).catch(() => [])
  if (!found.some((text) => text.trim() === proof)) throw new Refusal('BRAND_DOMAIN_UNPROVEN')
  await showAt(db, id, domain, by, nowMs)
}

/** For administrators of the server: their word needs no proof, for any holder's brand. @throws Refusal NOT_FOUND */
export async function confirmDomain(
  db: Db,
  id: number,
  options: Readonly<{ domain: string; nowMs: number }>,
): Promise<void> {
  const { domain, nowMs } = options
  await db.kysely
    .selectFrom('brand_domains')
    .select('domain')
    .where('brand_id', '=', id)
    .where('domain', '=', domain)
    .executeTakeFirstOrThrow(notFound)
  await showAt(db, id, domain, 'operator', nowMs)
}

async function showAt(
  db: Db,
  id: number,
  domain: string,
  by: 'dns' | 'file' | 'operator',
  nowMs: number,
): Promise<void> {
  await db.transaction(async (transaction) => {
    await transaction
      .updateTable('brand_domains')
      .set({ verified_at: null, proven_by: null })
      .where('domain', '=', domain)
      .where('brand_id', '<>', id)
      .execute()
    await transaction
      .updateTable('brand_domains')
      .set({ verified_at: new Date(nowMs), proven_by: by })
      .where('domain', '=', domain)
      .where('brand_id', '=', id)
      .execute()
  })
  forgetBrands(db)
}

/** @throws Refusal NOT_FOUND */
export async function removeDomain(db: Db, keeper: BrandKeeper, id: number, domain: string): Promise<void> {
  await requireProject(db.kysely, keeper, id)
  const gone = await db.kysely
    .deleteFrom('brand_domains')
    .where('brand_id', '=', id)
    .where('domain', '=', domain)
    .executeTakeFirst()
  if (gone.numDeletedRows === 0n) throw new Refusal('NOT_FOUND')
  forgetBrands(db)
}

const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** In ASCII, lower case; undefined for what is no name of the Internet, such as an address of numbers. */
function toDomain(text: string): string | undefined {
  const url = `http://${text.trim().replace(/\.$/, '')}`
  if (!URL.canParse(url)) return undefined
  const { hostname, pathname, port, username } = new URL(url)
  const labels = hostname.split('.')
  const isName = labels.length >= 2 && labels.every((item) => label.test(item)) && /[a-z]/.test(labels.at(-1) ?? '')
  return isName && pathname === '/' && port === '' && username === '' ? hostname : undefined
}
