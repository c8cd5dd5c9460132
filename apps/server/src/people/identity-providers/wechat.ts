import { z } from 'zod'
import { type Connector, toLabel } from './connector.ts'
import { fetchJson } from './provider-fetch.ts'
import type { WeChatProvider } from './providers.ts'

const id = z.string().regex(/^[\w-]{1,128}$/)
const granted = z.object({ access_token: z.string().min(1).max(2000), openid: id, unionid: id.optional() })
const person = z.object({ openid: id, unionid: id.optional(), nickname: z.string().optional() })

/**
 * WeChat's sign-in on websites: OAuth 2 with its own parameter names, secrets in the URL and failures with status 200.
 */
export const createWeChat = ({ appId, appSecret, openUrl, apiUrl }: WeChatProvider): Connector => ({
  begin: async ({ redirectUri, state }) => {
    const query = new URLSearchParams({
      appid: appId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'snsapi_login',
      state,
    })
    return { url: `${openUrl}/connect/qrconnect?${query}#wechat_redirect`, secrets: { verifier: '', nonce: '' } }
  },
  finish: async ({ code }, step) => {
    const token = await step('token', async () => {
      const query = { appid: appId, secret: appSecret, code, grant_type: 'authorization_code' }
      return read(granted, await fetchJson(apiUrl, '/sns/oauth2/access_token', query))
    })
    return step('user', async () => {
      const query = { access_token: token.access_token, openid: token.openid }
      const user = read(person, await fetchJson(apiUrl, '/sns/userinfo', query))
      if (user.openid !== token.openid) throw new Error('WeChat returned another user')
      // The unionid is the same in all applications of one operator; the openid only in this one.
      const unionId = user.unionid ?? token.unionid
      return {
        subjects: unionId === undefined ? [token.openid] : [unionId, token.openid],
        label: toLabel(user.nickname),
        email: null,
      }
    })
  },
})

function read<T extends z.ZodType>(shape: T, answer: unknown): z.output<T> {
  const failure = z.object({ errcode: z.number() }).safeParse(answer)
  if (failure.success && failure.data.errcode !== 0) throw new Error(`WeChat refused: errcode ${failure.data.errcode}`)
  const parsed = shape.safeParse(answer)
  if (!parsed.success) throw new Error('WeChat answered something else than documented')
  return parsed.data
}
