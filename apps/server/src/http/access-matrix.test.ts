/** Every call against every kind of caller: who reaches the handler, and what reply the others get. */
import { type CallName, endpoints, namedEndpoints } from '@heliograph/contract/calls.ts'
import { type Endpoint, type Right, scopeOf } from '@heliograph/contract/endpoint.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { type PlantRight, plantRights, rightsOfRole, type TokenScope } from '@heliograph/domain/permissions.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ACCESS_TOKEN_PREFIX, hashToken, makeToken, openSession } from '../people/accounts/accounts.ts'
import { addTestDevice, addTestPlant, addTestUser, bearer, createTestApp, type TestApp } from '../testing/app.ts'
import { inject } from '../testing/call.ts'
import { callSamples, type Place } from '../testing/call-samples.ts'
import type { Handlers } from './routes/handler.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
const DAY_MS = 86_400_000

/** What one may do, stated again in plain words and not derived from the code under test. */
type Actor = Readonly<{
  name: string
  /** No session, or an invalid one. */
  isNobody?: true
  isManager?: true
  organization?: 'admin' | 'user'
  /** Rights on plant A. */
  rights: readonly PlantRight[] | undefined
  isOwner?: true
  scopes?: readonly TokenScope[]
}>
type Told = 'reached' | 'AUTH_TOKEN_INVALID' | 'NOT_FOUND' | 'NO_PERMISSION'

const everything = plantRights
const looking: readonly PlantRight[] = ['viewPlantAlert', 'viewPlantInfo', 'viewPlantDevice']
const working = everything.filter((right) => !['deletePlant', 'setPlant', 'commandDevice'].includes(right))

const actors: readonly Actor[] = [
  { name: 'owner', rights: everything, isOwner: true },
  { name: 'super administrator', rights: rightsOfRole.admin },
  { name: 'member', rights: looking },
  ...everything.map((right) => ({ name: `member with ${right} alone`, rights: [right] })),
  { name: 'member without a right', rights: [] },
  { name: 'member whose grant ended', rights: undefined },
  { name: 'neighbor', rights: undefined },
  { name: 'server administrator', rights: looking, isManager: true },
  { name: 'administrator of the owning organization', organization: 'admin', rights: everything, isOwner: true },
  { name: 'user of the owning organization', organization: 'user', rights: working },
  { name: 'server administrator acting for the organization', organization: 'user', rights: working },
  { name: 'administrator of the owning organization acting as a person', rights: undefined },
  { name: 'administrator of another organization', rights: undefined },
  { name: 'nobody', isNobody: true, rights: undefined },
  { name: 'expired session', isNobody: true, rights: undefined },
  { name: 'revoked session', isNobody: true, rights: undefined },
  { name: 'session of another data center', isNobody: true, rights: undefined },
  { name: 'session of an account that moved', isNobody: true, rights: undefined },
  { name: 'token that reads', rights: everything, isOwner: true, scopes: ['plant:read'] },
  { name: 'token that writes', rights: everything, isOwner: true, scopes: ['plant:read', 'plant:write'] },
  { name: 'token that deletes', rights: everything, isOwner: true, scopes: ['plant:delete'] },
  { name: 'token that posts readings', rights: everything, isOwner: true, scopes: ['reading:write'] },
  { name: 'expired token', isNobody: true, rights: undefined },
  { name: 'token of another data center', isNobody: true, rights: undefined },
]

/**
 * The expected result per kind of right. @param about whether the request is about plant A and organization A, or a
 * neighbor's
 */
function expected(actor: Actor, right: Right, about: 'own' | 'other', method: string, entry: Endpoint): Told {
  if (right.kind === 'public') return 'reached'
  if (right.kind === 'peer') return 'NO_PERMISSION'
  if (right.kind === 'agent') return 'AUTH_TOKEN_INVALID'
  if (actor.isNobody) return 'AUTH_TOKEN_INVALID'
  const rights = about === 'own' ? actor.rights : undefined
  const told = ((): Told => {
    switch (right.kind) {
      case 'user':
        return 'reached'
      case 'admin':
        return actor.isManager ? 'reached' : 'NO_PERMISSION'
      case 'brands':
        return actor.isManager ||
          actor.organization === 'admin' ||
          actor.name === 'administrator of another organization'
          ? 'reached'
          : 'NO_PERMISSION'
      case 'organization':
        if (about === 'other' || actor.organization === undefined) return 'NOT_FOUND'
        return right.role === 'user' || actor.organization === 'admin' ? 'reached' : 'NO_PERMISSION'
      case 'owner':
        if (rights === undefined) return 'NOT_FOUND'
        return actor.isOwner ? 'reached' : 'NO_PERMISSION'
      default:
        if (rights === undefined) return 'NOT_FOUND'
        return rights.includes(right.right) ? 'reached' : 'NO_PERMISSION'
    }
  })()
  if (told !== 'reached' || actor.scopes === undefined) return told
  const scope = scopeOf(method, entry)
  return scope !== undefined && actor.scopes.includes(scope) ? 'reached' : 'NO_PERMISSION'
}

const entries = namedEndpoints
/** Replaces the work of the calls: reports that it was reached. Streams reply by themselves. */
const probes = Object.fromEntries(
  entries.map(([name]) => [
    name,
    async () => {
      throw new Refusal('ABNORMAL')
    },
  ]),
) as unknown as Handlers

let test: TestApp
const tokens: Record<string, string> = {}
/** Owned by a person; the same rows for an organization stand beside it. */
let plantOf: Record<'person' | 'organization' | 'neighbor', Place>

beforeAll(async () => {
  test = await createTestApp(nowMs, { handlers: probes, center: 'FOREIGN_1', checkReplies: false })
  const { db } = test
  const user = async (account: string, isAdmin = false): Promise<number> =>
    (await addTestUser(test, account.replaceAll(' ', '-'), isAdmin)).userId
  const open = async (userId: number, options: { organizationId?: number; center?: string; atMs?: number } = {}) =>
    (
      await openSession(db.kysely, {
        userId,
        isLong: false,
        nowMs: options.atMs ?? nowMs,
        address: '203.0.113.1',
        userAgent: 'test',
        center: options.center ?? 'FOREIGN_1',
        organizationId: options.organizationId ?? null,
      })
    ).token
  const organization = async (name: string): Promise<number> => {
    const row = { name, code: name.toUpperCase() }
    return (await db.kysely.insertInto('organizations').values(row).returning('id').executeTakeFirstOrThrow()).id
  }
  const join = (organizationId: number, userId: number, role: 'admin' | 'user') =>
    db.kysely
      .insertInto('organization_members')
      .values({ organization_id: organizationId, user_id: userId, role })
      .execute()
  const place = async (ownerId: number, organizationId: number): Promise<Place> => {
    const plant = await addTestPlant(db, ownerId)
    const { deviceId } = await addTestDevice(db, plant, { quantities: ['acPowerW'] })
    const { id: logger } = await db.kysely
      .insertInto('loggers')
      .values({ wire: 'solarman-v5', address: String(4_000_000_000 + plant), plant_id: plant })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { deviceId: meter } = await addTestDevice(db, plant, { type: 'METER', flows: [], quantities: ['gridPowerW'] })
    return { plant, device: deviceId, meter, logger, organization: organizationId }
  }
  const [a, b] = [await organization('alpha'), await organization('beta')]

  const owner = await user('owner')
  const neighbor = await user('neighbor')
  plantOf = {
    person: await place(owner, a),
    organization: await place(await user('somebody'), a),
    neighbor: await place(neighbor, b),
  }
  const share = async (account: string, rights: readonly PlantRight[], endsAtMs?: number): Promise<void> => {
    const userId = await user(account)
    await db.kysely
      .insertInto('plant_members')
      .values({
        plant_id: plantOf.person.plant,
        user_id: userId,
        role: 'admin',
        rights: [...rights],
        expires_at: endsAtMs === undefined ? null : new Date(endsAtMs),
      })
      .execute()
    tokens[account] = await open(userId)
  }
  tokens.owner = await open(owner)
  tokens.neighbor = await open(neighbor)
  await share('super administrator', rightsOfRole.admin)
  await share('member', rightsOfRole.viewer)
  for (const right of everything) await share(`member with ${right} alone`, [right])
  await share('member without a right', [])
  await share('member whose grant ended', everything, nowMs)

  const manager = await user('manager', true)
  tokens['server administrator'] = await open(manager)
  await db.kysely.updateTable('plants').set({ auth_open: true }).where('id', '=', plantOf.person.plant).execute()

  const give = (organizationId: number, at: Place) =>
    db.kysely
      .insertInto('plant_organizations')
      .values({ plant_id: at.plant, organization_id: organizationId, role: 'owner', rights: [...everything] })
      .execute()
  await give(a, plantOf.organization)
  await give(b, plantOf.neighbor)
  const [admin, worker, other] = [await user('org-admin'), await user('org-user'), await user('org-other')]
  await join(a, admin, 'admin')
  await join(a, worker, 'user')
  await join(a, manager, 'user')
  await join(b, other, 'admin')
  tokens['administrator of the owning organization'] = await open(admin, { organizationId: a })
  tokens['administrator of the owning organization acting as a person'] = await open(admin)
  tokens['user of the owning organization'] = await open(worker, { organizationId: a })
  tokens['server administrator acting for the organization'] = await open(manager, { organizationId: a })
  tokens['administrator of another organization'] = await open(other, { organizationId: b })

  tokens['expired session'] = await open(owner, { atMs: nowMs - DAY_MS })
  tokens['revoked session'] = await open(owner)
  await db.kysely.deleteFrom('sessions').where('token_hash', '=', hashToken(tokens['revoked session'])).execute()
  tokens['session of another data center'] = await open(owner, { center: 'CHINA' })
  const moved = await user('moved')
  await db.kysely
    .insertInto('plant_members')
    .values({ plant_id: plantOf.person.plant, user_id: moved, role: 'admin', rights: [...everything] })
    .execute()
  tokens['session of an account that moved'] = await open(moved)
  await db.kysely.updateTable('users').set({ moved_to: 'CHINA' }).where('id', '=', moved).execute()

  const token = async (
    name: string,
    scopes: readonly TokenScope[],
    center = 'FOREIGN_1',
    endsAtMs = nowMs + DAY_MS,
  ) => {
    tokens[name] = `${ACCESS_TOKEN_PREFIX}${makeToken()}`
    const row = { user_id: owner, center, name, scopes: [...scopes], expires_at: new Date(endsAtMs) }
    await db.kysely
      .insertInto('access_tokens')
      .values({ ...row, token_hash: hashToken(tokens[name]) })
      .execute()
  }
  await token('token that reads', ['plant:read'])
  await token('token that writes', ['plant:read', 'plant:write'])
  await token('token that deletes', ['plant:delete'])
  await token('token that posts readings', ['reading:write'])
  await token('expired token', ['plant:read', 'plant:write'], 'FOREIGN_1', nowMs)
  await token('token of another data center', ['plant:read', 'plant:write'], 'CHINA')
})
afterAll(() => test.close())

const ofOrganization = (actor: Actor): boolean => tokens[actor.name] !== undefined && actor.name.includes('rganization')

async function ask(name: CallName, actor: Actor, at: Place): Promise<Told> {
  const token = tokens[actor.name]
  const headers = token === undefined ? {} : bearer(token)
  const entry = endpoints[name]
  if (entry.stream) return askStream(name, at, headers)
  const reply = await inject(test.app, name, callSamples[name](at), headers)
  const { code } = reply.json() as { code?: string }
  return code === 'ABNORMAL' ? 'reached' : (code as Told)
}

/** An accepted stream does not end: its first byte decides. */
async function askStream(name: CallName, at: Place, headers: Record<string, string>): Promise<Told> {
  const url = name.slice(4).replace('{id}', String(at.plant))
  const reply = await test.app.inject({ method: 'GET', url, headers, payloadAsStream: true })
  if (reply.statusCode === 200) {
    reply.stream().destroy()
    return 'reached'
  }
  const chunks: Buffer[] = []
  for await (const chunk of reply.stream()) chunks.push(chunk as Buffer)
  return (JSON.parse(Buffer.concat(chunks).toString()) as { code: Told }).code
}

const nowhere: Place = { plant: 999_999, device: 999_999, meter: 999_999, logger: 999_999, organization: 999_999 }
let asked = 0

describe('the matrix of calls and actors', () => {
  it.each(entries)('%s answers each actor by their rights', async (name, entry) => {
    const [method = ''] = name.split(' ')
    // Rights on a plant and whose plant it is matter only to calls about a plant or an organization.
    const isPlaced = !['public', 'peer', 'agent', 'user', 'admin'].includes(entry.right.kind)
    // The server secret is checked before the body: nobody else gets that far.
    for (const actor of actors) {
      if (!isPlaced && actor.name.endsWith(' alone')) continue
      const own = ofOrganization(actor) ? plantOf.organization : plantOf.person
      const others = actor.name === 'neighbor' || actor.name === 'administrator of another organization'
      const places: [Place, 'own' | 'other'][] = [
        [own, 'own'],
        ...(others || !isPlaced ? [] : ([[plantOf.neighbor, 'other']] as [Place, 'other'][])),
        ...(isPlaced ? ([[nowhere, 'other']] as [Place, 'other'][]) : []),
      ]
      for (const [at, about] of places) {
        asked += 1
        const told = await ask(name, actor, at)
        expect([actor.name, about, told]).toEqual([
          actor.name,
          about,
          expected(actor, entry.right, about, method, entry),
        ])
      }
    }
  })

  it('has its stated size', () => {
    process.stdout.write(`access matrix: ${entries.length} calls x ${actors.length} people, ${asked} requests\n`)
    expect(asked).toBeGreaterThan(entries.length * actors.length)
  })
})
