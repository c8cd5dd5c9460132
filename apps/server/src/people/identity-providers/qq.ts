import { z } from 'zod'
import { type Connector, toLabel } from './connector.ts'
import { fetchJson } from './provider-fetch.ts'
import type { QqProvider } from './providers.ts'

const id = z.string().regex(/^[\w-]{1,128}$/)
const granted = z.object({ access_token: z.string().min(1).max(2000) })
const self = z.object({ client_id: z.string(), openid: id, unionid: id.optional() })
const person = z.object({ ret: z.literal(0), nickname: z.string().optional() })

/** QQ's sign-in for websites: OAuth 2 with GET requests; a separate request returns the user. */
export const createQq = ({ appId, appSecret, graphUrl }: QqProvider): Connector => ({
  begin: async ({ redirectUri, state }) => {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: appId,
      redirect_uri: redirectUri,
      state,
      scope: 'get_user_info',
    })
    return { url: `${graphUrl}/oauth2.0/authorize?${query}`, secrets: { verifier: '', nonce: '' } }
  },
  finish: async ({ code, redirectUri }, step) => {
    const token = await step('token', async () => {
      const query = {
        grant_type: 'authorization_code',
        client_id: appId,
        client_secret: appSecret,
        code,
        redirect_uri: redirectUri,
        fmt: 'json',
      }
      return read(granted, await fetchJson(graphUrl, '/oauth2.0/token', query))
    })
    return step('user', async () => {
      const asked = { access_token: token.access_token, unionid: '1', fmt: 'json' }
      const me = read(self, await fetchJson(graphUrl, '/oauth2.0/me', asked))
      // A token that was given to another application must open nothing here.
      if (me.client_id !== appId) throw new Error('QQ returned a token of another application')
      const query = { access_token: token.access_token, oauth_consumer_key: appId, openid: me.openid }
      const user = read(person, await fetchJson(graphUrl, '/user/get_user_info', query))
      return {
        subjects: me.unionid === undefined ? [me.openid] : [me.unionid, me.openid],
        label: toLabel(user.nickname),
        email: null,
      }
    })
  },
})

function read<T extends z.ZodType>(shape: T, answer: unknown): z.output<T> {
  const failure = z.object({ error: z.coerce.string().max(20) }).safeParse(answer)
  if (failure.success) throw new Error(`QQ refused: error ${failure.data.error.replace(/\W/g, '')}`)
  const parsed = shape.safeParse(answer)
  if (!parsed.success) throw new Error('QQ answered something else than documented')
  return parsed.data
}
