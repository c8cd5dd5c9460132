import type { CallName } from '@heliograph/contract/calls.ts'
import { organizationGrant } from '@heliograph/contract/codecs/share.ts'
import { type PlantRight, rightsOfRole } from '@heliograph/domain/permissions.ts'
import type { Grant } from '@heliograph/domain/share.ts'
import { expect } from 'vitest'
import { addTestPlant, TEST_PASSWORD } from '../../../testing/app.ts'
import type { CallParts } from '../../../testing/call.ts'
import { type Answer, nowMs, type Person, type Scene } from '../../organizations/testing/scene.ts'

/** What a person of the scene confirms their identity with. */
export const proof = { password: TEST_PASSWORD }

export const grant = (
  rights: readonly PlantRight[],
  role: 'admin' | 'viewer' = 'viewer',
  expiresAtMs: number | null = null,
): Grant => ({ role, rights, expiresAtMs })

type MemberRow = Readonly<{
  userId: number
  account: string
  role: string
  rights: string[]
  expiresAtMs: number | null
  isExpired: boolean
  isSelf: boolean
}>
type Members = Readonly<{
  members: MemberRow[]
  invitations: { id: number; email: string; rights: string[]; expiresAtMs: number }[]
  supportOpen: boolean
  isOwner: boolean
}>

/** A plant, its owner, a person to share it with and a stranger. */
export type PlantScene = {
  /** The subject of the calls below. */
  plant: number
  /** Makes names unique. */
  readonly tag: string
  readonly owner: Person
  readonly guest: Person
  readonly stranger: Person
  readonly invite: (who: Person, email: string, options?: Grant) => Promise<Answer>
  readonly members: (who: Person) => Promise<Members>
  readonly change: (who: Person, whom: Person, input: Grant) => Promise<Answer>
  readonly leave: (who: Person) => Promise<Answer>
  /** The status of the reply for the plant's page. */
  readonly look: (who: Person) => Promise<number>
  /** Shares the plant with a person, who accepts. */
  readonly join: (who: Person, request?: Grant) => Promise<void>
  /** A person's share, as the owner sees it. */
  readonly rowOf: (who: Person) => Promise<MemberRow | undefined>
}

let made = 0

export async function createPlantScene(scene: Scene): Promise<PlantScene> {
  made += 1
  scene.test.clock.nowMs = nowMs
  const tag = String(made)
  const [owner, guest, stranger] = (await Promise.all(
    ['owner', 'guest', 'stranger'].map((text) => scene.person(`${text}-${tag}`)),
  )) as [Person, Person, Person]
  const { ask, get } = scene
  const at: PlantScene = {
    plant: await addTestPlant(scene.test.db, owner.userId, { name: 'Lindenhof' }),
    tag,
    owner,
    guest,
    stranger,
    invite: (who, email, given = grant(rightsOfRole.viewer)) =>
      ask(who, 'POST /maintain-s/station/{id}/members', {
        params: { id: at.plant },
        body: { email, language: 'zh', ...given },
      }),
    members: (who) => get<Members>(who, 'GET /maintain-s/station/{id}/members', { params: { id: at.plant } }),
    change: (who, { userId }, body) =>
      ask(who, 'POST /maintain-s/station/{id}/members/{userId}', { params: { id: at.plant, userId }, body }),
    leave: (who) => ask(who, 'POST /maintain-s/station/{id}/leave', { params: { id: at.plant } }),
    look: async (who) => (await ask(who, 'GET /maintain-s/station/{id}', { params: { id: at.plant } })).status,
    join: async (who, given) => {
      expect((await at.invite(owner, who.email, given)).status).toBe(200)
      await get(who, 'POST /user-s/invitation/accept', { body: { token: scene.tokenSentTo(who.email) } })
    },
    rowOf: async (who) => (await at.members(owner)).members.find(({ userId }) => userId === who.userId),
  }
  return at
}

/** Calls for the owner only. */
export const ownerCalls = (id: number, whom: Person): readonly (readonly [CallName, CallParts])[] => [
  [
    'POST /maintain-s/station/{id}/members',
    { params: { id }, body: { email: 'x@example.org', language: 'en', ...grant(['viewPlantInfo']) } },
  ],
  ['POST /maintain-s/station/{id}/members/{userId}', { params: { id, userId: whom.userId }, body: grant([]) }],
  ['DELETE /maintain-s/station/{id}/members/{userId}', { params: { id, userId: whom.userId } }],
  ['DELETE /maintain-s/station/{id}/members/invitation/{invitationId}', { params: { id, invitationId: 1 } }],
  ['POST /maintain-s/station/{id}/auth/config', { params: { id }, query: { authOpen: '1' } }],
  ['POST /maintain-s/station/{id}/owner', { params: { id }, body: { userId: whom.userId, proof } }],
  ['DELETE /maintain-s/station', { body: { id, name: 'Lindenhof', proof } }],
  ['GET /maintain-s/station/{id}/audit', { params: { id } }],
  [
    'POST /maintain-s/station/addRelated/business',
    { body: organizationGrant.toWire({ plantId: id, code: 'ABCD2345', relation: 'installer', ...grant([]) }) },
  ],
  ['DELETE /maintain-s/station/{id}/deleteRelated/business/{bid}', { params: { id, bid: 1 } }],
]

/** How each of the calls is refused. */
export async function codesOf(
  scene: Scene,
  who: Person,
  calls: ReturnType<typeof ownerCalls>,
): Promise<readonly (string | undefined)[]> {
  const codes = []
  for (const [name, parts] of calls) codes.push((await scene.ask(who, name, parts)).code)
  return codes
}
