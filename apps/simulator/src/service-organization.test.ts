import { rightsOfRole } from '@heliograph/domain/permissions.ts'
import { describe, expect, it } from 'vitest'
import type { Platform } from './platform.ts'
import { shareWithService } from './service-organization.ts'

type Organization = { id: number; name: string; shares: { stationId: number; role: string; rights: string[] }[] }

/** A platform with one person: records its calls and simulates their effects. */
function openPlatform(failAt?: number) {
  const asked: string[] = []
  const organizations: Organization[] = []
  let sharesAsked = 0
  const answer = (actsFor: Organization | undefined): Platform => ({
    async call(name, input = {}) {
      const { body } = input as { body?: Record<string, never> }
      asked.push(name)
      const replies: Record<string, () => unknown> = {
        'GET /user-s/acc/identity': () => ({
          data: [
            { organizationId: null, name: 'Lumen Solar Service', plantCount: 15 },
            ...organizations.map(({ id, name, shares }) => ({ organizationId: id, name, plantCount: shares.length })),
          ],
        }),
        'POST /user-s/org': () => {
          organizations.push({ id: 41, name: body?.name ?? '', shares: [] })
          return { id: 41 }
        },
        'POST /user-s/acc/identity': () => ({ access_token: String(body?.organizationId) }),
        'GET /user-s/org/{id}': () => {
          if (!actsFor) throw new Error('NO_PERMISSION')
          return { code: `CODE${actsFor.id}` }
        },
        'POST /oauth2-s/oauth/logout': () => ({ success: true }),
        'POST /maintain-s/station/addRelated/business': () => {
          if (++sharesAsked === failAt) throw new Error('the server went away')
          const found = organizations.find(({ id }) => `CODE${id}` === body?.code)
          found?.shares.push(body as never)
          return {}
        },
      }
      const reply = replies[name]
      if (!reply) throw new Error(`nobody answers ${name}`)
      return reply() as never
    },
  })
  const run = (plantIds: readonly number[]) =>
    shareWithService({
      person: answer(undefined),
      open: async () => answer(undefined),
      connect: (token) => answer(organizations.find(({ id }) => String(id) === token)),
      name: 'Lumen Solar Service',
      plantIds,
    })
  return { asked, organizations, run }
}

describe('the demo organization', () => {
  it('is created, views the newest plant and operates the next', async () => {
    const { organizations, run } = openPlatform()
    expect(await run([15, 14, 13])).toBe(2)
    expect(organizations).toHaveLength(1)
    expect(organizations[0]?.shares).toMatchObject([
      { stationId: 15, role: 'viewer', rights: rightsOfRole.viewer },
      { stationId: 14, role: 'admin', rights: rightsOfRole.admin },
    ])
  })

  it('is left unchanged by later starts', async () => {
    const { asked, organizations, run } = openPlatform()
    await run([15, 14])
    organizations[0]?.shares.pop()
    asked.length = 0
    expect(await run([15, 14])).toBe(0)
    expect(asked).toEqual(['GET /user-s/acc/identity'])
    expect(organizations[0]?.shares).toHaveLength(1)
  })

  it('is completed by the next start after an interruption, never created twice', async () => {
    const { organizations, run } = openPlatform(1)
    await expect(run([15, 14])).rejects.toThrow('went away')
    expect(await run([15, 14])).toBe(2)
    expect(organizations).toHaveLength(1)
    expect(organizations[0]?.shares).toHaveLength(2)
  })

  it('shares as many plants as there are', async () => {
    expect(await openPlatform().run([7])).toBe(1)
    expect(await openPlatform().run([])).toBe(0)
  })
})
