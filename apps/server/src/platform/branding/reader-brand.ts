import { brandKeyPattern } from '@heliograph/domain/brand/brand-parts.ts'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { ANY_HOST, type ProjectRow, readIndex, toHostName, type Visited } from './brand-book.ts'

/** Reader of a branded message or file: an account, or an address or number that may have none. */
export type Reader = Readonly<{ userId: number }> | Readonly<{ email: string }> | Readonly<{ phone: string }> | null

/** A visitor's brand as rows keep it: the host, or `key@host` where the address named the brand (clientStyle). */
export const writeVisit = ({ host, key }: Visited): string =>
  key && brandKeyPattern.test(key) ? `${key}@${host}` : host

export function readVisit(written: string): Visited {
  const at = written.indexOf('@')
  return at === -1 ? { host: written } : { key: written.slice(0, at), host: written.slice(at + 1) }
}

/** The brand that the person used last: messages that they did not request carry it. */
export async function noteVisit(db: Db, userId: number, visit: string): Promise<void> {
  await sql`update users set visit = ${visit} where id = ${userId} and visit <> ${visit}`.execute(db.kysely)
}

/**
 * The brand of what leaves this server: that of the request, else the one its reader used last, else that of their
 * organization. The sender of a request chooses host and key: a host counts when it has a brand, and the key of an
 * organization that has proven no domain only for who uses that brand, because it must not get into a stranger's email.
 * @param ours the server's own host
 */
export async function findReaderVisit(
  db: Db,
  visit: string,
  { ours, reader }: Readonly<{ ours: string; reader: Reader }>,
): Promise<Visited> {
  const { byKey, byDomain, byHand } = await readIndex(db)
  const asked = readVisit(visit)
  if (byKey.size === 0 && byDomain.size === 0 && byHand.size === 0) return { host: ours }
  const person = await findPerson(db, reader)
  const proven = new Set([...byDomain.values()].map(({ id }) => id))
  const find = ({ host, key }: Visited, mayUse: (row: ProjectRow) => boolean): Visited | undefined => {
    const row = key ? byKey.get(key.toLowerCase()) : undefined
    const name = toHostName(host)
    const isOwn = name !== '' && name !== ANY_HOST && name !== ours && (byHand.has(name) || byDomain.has(name))
    if (row !== undefined && row.version > 0 && mayUse(row)) return { host: isOwn ? name : ours, key: row.key }
    return isOwn ? { host: name } : undefined
  }
  const last = readVisit(person?.visit ?? '')
  const organizations = person?.organizations ?? []
  const isPublic = ({ id, organizationId }: ProjectRow) =>
    organizationId === null || proven.has(id) || organizations.includes(organizationId)
  const ofOrganization = [...byKey.values()].find(
    ({ organizationId, version }) => version > 0 && organizationId !== null && organizations.includes(organizationId),
  )
  return (
    find(asked, (row) => isPublic(row) || row.key === last.key) ??
    find(last, () => true) ??
    (ofOrganization ? { host: ours, key: ofOrganization.key } : { host: ours })
  )
}

async function findPerson(
  { kysely }: Db,
  reader: Reader,
): Promise<Readonly<{ visit: string; organizations: readonly number[] }> | undefined> {
  if (reader === null) return undefined
  const isReader =
    'userId' in reader
      ? sql`u.id = ${reader.userId}`
      : 'phone' in reader
        ? sql`u.phone = ${reader.phone}`
        : sql`lower(u.email) = ${reader.email.toLowerCase()}`
  const { rows } = await sql<{ visit: string; organizations: readonly (number | string)[] }>`
    select u.visit, array(select m.organization_id from organization_members m where m.user_id = u.id
      order by m.organization_id limit 50) as organizations
    from users u where ${isReader} and u.moved_to is null limit 1`.execute(kysely)
  const [row] = rows
  return row && { visit: row.visit, organizations: row.organizations.map(Number) }
}

/** A link to this server, opened in the brand that its address names. */
export function styleLink(link: string, { key }: Visited, publicUrl: string): string {
  if (!key || !(link === publicUrl || link.startsWith(`${publicUrl}/`))) return link
  const url = new URL(link)
  url.searchParams.set('clientStyle', key)
  return url.href
}
