import { pino } from 'pino'
import { expect } from 'vitest'
import { bearer, createTestApp, type TestApp } from '../../../testing/app.ts'
import { type CallParts, inject } from '../../../testing/call.ts'
import { createIdentityProviders, readProviders } from '../identity-providers.ts'
import { startIdentityProvider } from './identity-provider.ts'

type Name = Parameters<typeof inject>[1]
type Trip = Readonly<{ id?: string; token?: string; keep?: boolean; app?: TestApp }>

/** A server (and one with closed registration) with its own provider, and people who sign in there and return. */
export async function createProviderScene(nowMs: number) {
  const provider = await startIdentityProvider()
  const identityProviders = createIdentityProviders({
    providers: readProviders(provider.env),
    publicUrl: 'http://localhost',
    log: pino({ level: 'silent' }),
  })
  const test = await createTestApp(nowMs, { services: { identityProviders } })
  const closed = await createTestApp(nowMs, { services: { identityProviders, registrationOpen: false } })
  let people = 0

  /** Makes a call; the reply with its status. */
  const ask = async (name: Name, parts: CallParts = {}, token?: string, app = test) => {
    const reply = await inject(app.app, name, parts, token === undefined ? {} : bearer(token))
    return { status: reply.statusCode, body: reply.json(), cookies: reply.cookies }
  }
  /** Goes to the provider and returns with its reply. */
  const travel = async ({ id = 'sundial', token, keep = false, app = test }: Trip = {}) => {
    const start =
      token === undefined
        ? await ask('POST /oauth2-s/third-party/start', { body: { provider: id, keep } }, undefined, app)
        : await ask('POST /user-s/acc/binding/start', { body: { provider: id } }, token, app)
    expect(start.status, JSON.stringify(start.body)).toBe(200)
    const back = await provider.approve(start.body.url)
    return { state: start.body.state, code: back.get('code'), ...(back.has('iss') ? { iss: back.get('iss') } : {}) }
  }
  return {
    provider,
    test,
    closed,
    ask,
    travel,
    /** An unknown user opens the provider's page. @returns their email address */
    newcomer: (name = 'Mira'): string => {
      people += 1
      const email = `visitor-${people}@example.org`
      provider.state.person = { subject: `visitor-${people}`, name, email, emailVerified: true }
      return email
    },
    callBack: async (options: Trip = {}) =>
      ask('POST /oauth2-s/third-party/callback', { body: await travel(options) }, undefined, options.app),
    register: (ticket: string, options: Record<string, unknown> = {}, app = test) => {
      const body = { ticket, country: 'DE', language: 'de', consent: true, ...options }
      return ask('POST /oauth2-s/third-party/register', { body }, undefined, app)
    },
    whoIs: async (token: string) => (await ask('GET /user-s/acc/org/login-user', {}, token)).body,
    close: async () => {
      await test.close()
      await closed.close()
      await provider.stop()
    },
  }
}
