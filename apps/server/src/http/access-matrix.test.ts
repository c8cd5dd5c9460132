/** Every call against every kind of caller: who reaches the handler, and what reply the others get. */
import { type CallName, calls } from '@heliograph/contract/calls.ts'
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
const dayMs = 86_400_000

/** What one may do, stated again in plain words and not derived from the code under test. */
type Actor = Readonly<{
  name: string
  /** No session, or an invalid one. */
  isNobody?: true
  isManager?: true
  organisation?: 'admin' | 'user'
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
  { name: 'neighbour', rights: undefined },
  { name: 'server administrator', rights: looking, isManager: true },
  { name: 'administrator of the owning organisation', organisation: 'admin', rights: everything, isOwner: true },
  { name: 'user of the owning organisation', organisation: 'user', rights: working },
  { name: 'server administrator acting for the organisation', organisation: 'user', rights: working },
  { name: 'administrator of the owning organisation acting as a person', rights: undefined },
  { name: 'administrator of another organisation', rights: undefined },
  { name: 'nobody', isNobody: true, rights: undefined },
  { name: 'expired session', isNobody: true, rights: undefined },
  { name: 'revoked session', isNobody: true, rights: undefined },
  { name: 'session of another data centre', isNobody: true, rights: undefined },
  { name: 'session of an account that moved', isNobody: true, rights: undefined },
  { name: 'token that reads', rights: everything, isOwner: true, scopes: ['plant:read'] },
  { name: 'token that writes', rights: everything, isOwner: true, scopes: ['plant:read', 'plant:write'] },
  { name: 'token that deletes', rights: everything, isOwner: true, scopes: ['plant:delete'] },
  { name: 'token that posts readings', rights: everything, isOwner: true, scopes: ['reading:write'] },
  { name: 'expired token', isNobody: true, rights: undefined },
  { name: 'token of another data centre', isNobody: true, rights: undefined },
]

/**
 * The expected result per kind of right. @param about whether the request is about plant A and organization A, or a
 * neighbor's
 */
function expected(actor: Actor, right: Right, about: 'own' | 'other', method: string, entry: Endpoint): Told {
  if (right.kind === 'public') return 'reached'
  if (right.kind === 'peer') return 'NO_PERMISSION'
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
          actor.organisation === 'admin' ||
          actor.name === 'administrator of another organisation'
          ? 'reached'
          : 'NO_PERMISSION'
      case 'organisation':
        if (about === 'other' || actor.organisation === undefined) return 'NOT_FOUND'
        return right.role === 'user' || actor.organisation === 'admin' ? 'reached' : 'NO_PERMISSION'
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

const entries = Object.entries(calls) as [CallName, Endpoint][]
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
let plantOf: Record<'person' | 'organisation' | 'neighbour', Place>

beforeAll(async () => {
  test = await createTestApp(nowMs, { handlers: probes, centre: 'FOREIGN_1', checkReplies: false })
  const { db } = test
  const user = async (account: string, isAdmin = false): Promise<number> =>
    (await addTestUser(test, account.replaceAll(' ', '-'), isAdmin)).userId
  const open = async (userId: number, given: { organisationId?: number; centre?: string; atMs?: number } = {}) =>
    (
      await openSession(db.kysely, {
        userId,
        isLong: false,
        nowMs: given.atMs ?? nowMs,
        address: '203.0.113.1',
        userAgent: 'test',
        centre: given.centre ?? 'FOREIGN_1',
        organisationId: given.organisationId ?? null,
      })
    ).token
  const organisation = async (name: string): Promise<number> => {
    const row = { name, code: name.toUpperCase() }
    return (await db.kysely.insertInto('organisations').values(row).returning('id').executeTakeFirstOrThrow()).id
  }
  const join = (organisationId: number, userId: number, role: 'admin' | 'user') =>
    db.kysely
      .insertInto('organisation_members')
      .values({ organisation_id: organisationId, user_id: userId, role })
      .execute()
  const place = async (ownerId: number, organisationId: number): Promise<Place> => {
    const plant = await addTestPlant(db, ownerId)
    const { deviceId } = await addTestDevice(db, plant, { quantities: ['acPowerW'] })
    const { id: logger } = await db.kysely
      .insertInto('loggers')
      .values({ wire: 'solarman-v5', address: String(4_000_000_000 + plant), plant_id: plant })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { deviceId: meter } = await addTestDevice(db, plant, { type: 'METER', flows: [], quantities: ['gridPowerW'] })
    return { plant, device: deviceId, meter, logger, organisation: organisationId }
  }
  const [a, b] = [await organisation('alpha'), await organisation('beta')]

  const owner = await user('owner')
  const neighbour = await user('neighbour')
  plantOf = {
    person: await place(owner, a),
    organisation: await place(await user('somebody'), a),
    neighbour: await place(neighbour, b),
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
  tokens.neighbour = await open(neighbour)
  await share('super administrator', rightsOfRole.admin)
  await share('member', rightsOfRole.viewer)
  for (const right of everything) await share(`member with ${right} alone`, [right])
  await share('member without a right', [])
  await share('member whose grant ended', everything, nowMs)

  const manager = await user('manager', true)
  tokens['server administrator'] = await open(manager)
  await db.kysely.updateTable('plants').set({ auth_open: true }).where('id', '=', plantOf.person.plant).execute()

  const give = (organisationId: number, at: Place) =>
    db.kysely
      .insertInto('plant_organisations')
      .values({ plant_id: at.plant, organisation_id: organisationId, role: 'owner', rights: [...everything] })
      .execute()
  await give(a, plantOf.organisation)
  await give(b, plantOf.neighbour)
  const [admin, worker, other] = [await user('org-admin'), await user('org-user'), await user('org-other')]
  await join(a, admin, 'admin')
  await join(a, worker, 'user')
  await join(a, manager, 'user')
  await join(b, other, 'admin')
  tokens['administrator of the owning organisation'] = await open(admin, { organisationId: a })
  tokens['administrator of the owning organisation acting as a person'] = await open(admin)
  tokens['user of the owning organisation'] = await open(worker, { organisationId: a })
  tokens['server administrator acting for the organisation'] = await open(manager, { organisationId: a })
  tokens['administrator of another organisation'] = await open(other, { organisationId: b })

  tokens['expired session'] = await open(owner, { atMs: nowMs - dayMs })
  tokens['revoked session'] = await open(owner)
  await db.kysely.deleteFrom('sessions').where('token_hash', '=', hashToken(tokens['revoked session'])).execute()
  tokens['session of another data centre'] = await open(owner, { centre: 'CHINA' })
  const moved = await user('moved')
  await db.kysely
    .insertInto('plant_members')
    .values({ plant_id: plantOf.person.plant, user_id: moved, role: 'admin', rights: [...everything] })
    .execute()
  tokens['session of an account that moved'] = await open(moved)
  await db.kysely.updateTable('users').set({ moved_to: 'CHINA' }).where('id', '=', moved).execute()

  const token = async (name: string, scopes: readonly TokenScope[], centre = 'FOREIGN_1', endsAtMs = nowMs + dayMs) => {
    tokens[name] = `${ACCESS_TOKEN_PREFIX}${makeToken()}`
    const row = { user_id: owner, centre, name, scopes: [...scopes], expires_at: new Date(endsAtMs) }
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
  await token('token of another data centre', ['plant:read', 'plant:write'], 'CHINA')
})
afterAll(() => test.close())

const ofOrganisation = (actor: Actor): boolean => tokens[actor.name] !== undefined && actor.name.includes('rganisation')

async function ask(name: CallName, actor: Actor, at: Place): Promise<Told> {
  const token = tokens[actor.name]
  const headers = token === undefined ? {} : bearer(token)
  const entry: Endpoint = calls[name]
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

const nowhere: Place = { plant: 999_999, device: 999_999, meter: 999_999, logger: 999_999, organisation: 999_999 }
let asked = 0

describe('the matrix of calls and actors', () => {
  it.each(entries)('%s answers each actor by their rights', async (name, entry) => {
    const [method = ''] = name.split(' ')
    // Rights on a plant and whose plant it is matter only to calls about a plant or an organization.
    const isPlaced = !['public', 'peer', 'user', 'admin'].includes(entry.right.kind)
    // The server secret is checked before the body: nobody else gets that far.
    for (const actor of actors) {
      if (!isPlaced && actor.name.endsWith(' alone')) continue
      const own = ofOrganisation(actor) ? plantOf.organisation : plantOf.person
      const others = actor.name === 'neighbour' || actor.name === 'administrator of another organisation'
      const places: [Place, 'own' | 'other'][] = [
        [own, 'own'],
        ...(others || !isPlaced ? [] : ([[plantOf.neighbour, 'other']] as [Place, 'other'][])),
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
