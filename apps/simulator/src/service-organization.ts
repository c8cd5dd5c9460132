import { organizationGrant } from '@heliograph/contract/codecs/share.ts'
import { rightsOfRole } from '@heliograph/domain/permissions.ts'
import type { Platform } from './platform.ts'

/** The organization's flags on each plant, the newest first: it views one and operates the other. */
const shares = [
  { relation: 'installer', role: 'viewer', rights: rightsOfRole.viewer },
  { relation: 'maintenance', role: 'admin', rights: rightsOfRole.admin },
] as const

type Given = Readonly<{
  /** The session of the person, which keeps acting for the person. */
  person: Platform
  /** Another session of the same person, and how to call with the token that it gets for an organization. */
  open: () => Promise<Platform>
  connect: (token: string) => Platform
  name: string
  plantIds: readonly number[]
}>

/**
 * Ensures that the person has an organization of this name that shares their first plants. Existing shares stay as
 * their owner left them.
 * @returns the number of plants shared just now
 */
export async function shareWithService({ person, open, connect, name, plantIds }: Given): Promise<number> {
  const { data: identities } = await person.call('GET /user-s/acc/identity')
  const found = identities.find((identity) => identity.organizationId !== null && identity.name === name)
  // One of the two may have been taken back by hand; none at all is a start that was broken off.
  if (found && found.plantCount > 0) return 0
  const id = found?.organizationId ?? (await person.call('POST /user-s/org', { body: { name } })).id
  const code = await readCode(await open(), connect, id)
  let count = 0
  for (const [index, share] of shares.entries()) {
    const plantId = plantIds[index]
    if (plantId === undefined) break
    const body = organizationGrant.toWire({ ...share, plantId, code, expiresAtMs: null })
    await person.call('POST /maintain-s/station/addRelated/business', { body })
    count++
  }
  return count
}

/** An organization shows its code only to a session that acts for it. */
async function readCode(session: Platform, connect: Given['connect'], id: number): Promise<string> {
  const { access_token: token } = await session.call('POST /user-s/acc/identity', { body: { organizationId: id } })
  const acting = connect(token)
  const { code } = await acting.call('GET /user-s/org/{id}', { params: { id } })
  await acting.call('POST /oauth2-s/oauth/logout')
  return code
}
