import { createHash } from 'node:crypto'
import { addSolarmanAccess, findSession, type SolarmanKeys } from '../people/accounts/accounts.ts'
import type { TestApp } from './app.ts'

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** An access for the identity of a session. */
export async function addTestAccess(test: TestApp, sessionToken: string): Promise<SolarmanKeys & { id: number }> {
  const session = await findSession(test.db, sessionToken, test.clock.nowMs)
  if (session === undefined) throw new Error('nobody is signed in')
  const options = { name: 'Client', expiresInDays: 366, center: '', nowMs: test.clock.nowMs }
  const { keys, row } = await addSolarmanAccess(test.db, session, options)
  return { ...keys, id: row.id }
}

type Sent = Readonly<{ body?: unknown; headers?: Readonly<Record<string, string>> }>

/** A client: every call is a POST of JSON. */
export async function post(test: TestApp, url: string, { body = {}, headers = {} }: Sent = {}) {
  const payload = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
  const reply = await test.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  })
  return { status: reply.statusCode, headers: reply.headers, text: reply.body, body: reply.json() }
}

/** What most clients send for a token. */
export const tokenBody = ({ appSecret, account, password }: SolarmanKeys) => ({
  appSecret,
  email: account,
  password: sha256(password),
})

export async function fetchToken(test: TestApp, keys: SolarmanKeys, more: object = {}): Promise<string> {
  const { body } = await post(test, `/account/v1.0/token?appId=${keys.appId}&language=en`, {
    body: { ...tokenBody(keys), ...more },
  })
  if (typeof body.access_token !== 'string') throw new Error(JSON.stringify(body))
  return body.access_token
}
