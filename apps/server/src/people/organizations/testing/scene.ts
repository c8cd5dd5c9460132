import type { CallName } from '@heliograph/contract/calls.ts'
import { DAY_MS } from '@heliograph/domain/duration.ts'
import { expect } from 'vitest'
import { addTestUser, bearer, createTestApp, type TestApp } from '../../../testing/app.ts'
import { type CallParts, inject } from '../../../testing/call.ts'

export const nowMs = Date.parse('2026-06-15T10:00:00Z')
export const day = DAY_MS

/** A person with their own email address and a session. */
export type Person = { readonly userId: number; readonly account: string; readonly email: string; token: string }
/** Status and body of a reply. */
export type Answer = Readonly<{ status: number; body: unknown; code: string | undefined }>

export type Scene = Readonly<{
  test: TestApp
  person: (account: string, isAdmin?: boolean) => Promise<Person>
  ask: (who: Person | string, name: CallName, parts?: CallParts) => Promise<Answer>
  /** The reply of the call, which must succeed. */
  get: <T = unknown>(who: Person | string, name: CallName, parts?: CallParts) => Promise<T>
  /** From now on the person's session acts for the organization. */
  act: (who: Person, organizationId: number | null) => Promise<string>
  /** Creates an organization for which the person's session acts. */
  found: (who: Person, name: string) => Promise<number>
  /** Adds a member without an invitation. */
  join: (organizationId: number, who: Person, role: 'admin' | 'user') => Promise<void>
  /** The token in the link of the newest email to an address. */
  tokenSentTo: (email: string) => string
}>

export async function createScene(): Promise<Scene> {
  const test = await createTestApp(nowMs)
  const { db, app } = test
  const ask: Scene['ask'] = async (who, name, parts = {}) => {
    const reply = await inject(app, name, parts, bearer(typeof who === 'string' ? who : who.token))
    const body = reply.json()
    return { status: reply.statusCode, body, code: body.code }
  }
  const get: Scene['get'] = async <T>(who: Person | string, name: CallName, parts?: CallParts) => {
    const { status, body } = await ask(who, name, parts)
    expect(status, JSON.stringify(body)).toBe(200)
    return body as T
  }
  const act: Scene['act'] = async (who, organizationId) => {
    const reply = await get<{ access_token: string }>(who, 'POST /user-s/acc/identity', { body: { organizationId } })
    who.token = reply.access_token
    return who.token
  }
  return {
    test,
    ask,
    get,
    act,
    person: async (account, isAdmin = false) => {
      const { userId, token } = await addTestUser(test, account, isAdmin)
      const email = `${account}@example.org`
      await db.kysely.updateTable('users').set({ email }).where('id', '=', userId).execute()
      return { userId, account, email, token }
    },
    found: async (who, name) => {
      const { id } = await get<{ id: number }>(who, 'POST /user-s/org', { body: { name } })
      await act(who, id)
      return id
    },
    join: async (organizationId, who, role) => {
      const member = { organization_id: organizationId, user_id: who.userId, role }
      await db.kysely.insertInto('organization_members').values(member).execute()
    },
    tokenSentTo: (email) => {
      const letter = test.services.mail.emails.filter(({ to }) => to === email).at(-1)
      return /token=([\w-]+)$/.exec(String(letter?.values.link))?.[1] ?? ''
    },
  }
}
