import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { Ask, Desk, Grant, Person, Side, Wrongs } from './desk.ts'
import { createOpenIdSide } from './open-id-side.ts'
import { createQqSide } from './qq-side.ts'
import { createWeChatSide } from './wechat-side.ts'

export type IdentityProvider = Readonly<{
  url: string
  clientId: string
  clientSecret: string
  /** Settings for a server that uses it as three providers. */
  env: Readonly<Record<string, string>>
  state: { person: Person; wrongs: Wrongs }
  /** The requested paths, oldest first. */
  asked: string[]
  /** Presses the first button of the sign-in page, and returns what the provider sends back. */
  approve: (url: string) => Promise<URLSearchParams>
  stop: () => Promise<void>
}>

/** Speaks OpenID Connect, and OAuth 2 like WeChat and QQ, on its own port. */
export async function startIdentityProvider(port = 0): Promise<IdentityProvider> {
  const state: IdentityProvider['state'] = {
    person: { subject: 'person-1', name: 'Mira Lindén', email: 'mira@example.org', emailVerified: true },
    wrongs: {},
  }
  const grants = new Map<string, Grant>()
  const asked: string[] = []
  let url = ''
  const desk: Desk = {
    url: () => url,
    clientId: 'heliograph-test',
    clientSecret: 'secret-of-the-test-client',
    person: () => state.person,
    wrongs: () => state.wrongs,
    put: (grant) => {
      const secret = randomBytes(16).toString('hex')
      grants.set(secret, grant)
      return secret
    },
    take: (code) => {
      const grant = grants.get(code)
      grants.delete(code)
      return grant
    },
    find: (token) => grants.get(token),
  }
  const side: Side = { ...(await createOpenIdSide(desk)), ...createWeChatSide(desk), ...createQqSide(desk) }
  const server = createServer(async (request, response) => {
    const asks = await readRequest(request, url)
    asked.push(asks.url.pathname)
    const wrong = state.wrongs.replies?.[asks.url.pathname]
    const answer = wrong ?? (await side[asks.url.pathname]?.(asks)) ?? { status: 404, body: 'nothing here' }
    response.writeHead(answer.status ?? 200, { 'content-type': answer.type ?? 'application/json', ...answer.headers })
    response.end(answer.body)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}`
  return {
    url,
    clientId: desk.clientId,
    clientSecret: desk.clientSecret,
    env: {
      THIRD_PARTY_SUNDIAL_ISSUER: url,
      THIRD_PARTY_SUNDIAL_CLIENT_ID: desk.clientId,
      THIRD_PARTY_SUNDIAL_CLIENT_SECRET: desk.clientSecret,
      THIRD_PARTY_SUNDIAL_NAME: 'Sundial',
      WECHAT_APP_ID: desk.clientId,
      WECHAT_APP_SECRET: desk.clientSecret,
      WECHAT_OPEN_URL: url,
      WECHAT_API_URL: url,
      QQ_APP_ID: desk.clientId,
      QQ_APP_SECRET: desk.clientSecret,
      QQ_GRAPH_URL: url,
    },
    state,
    asked,
    approve: async (at) => {
      const page = await (await fetch(at)).text()
      const href = /href="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&')
      if (href === undefined) throw new Error(`the provider refused: ${page}`)
      return new URL(href).searchParams
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function readRequest(request: IncomingMessage, base: string): Promise<Ask> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return {
    url: new URL(request.url ?? '/', base),
    body: new URLSearchParams(text),
    authorization: request.headers.authorization ?? '',
  }
}
