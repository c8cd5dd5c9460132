/** An identity provider as the configuration names it. */
export type OpenIdProvider = Readonly<{
  kind: 'oidc'
  id: string
  name: string
  /** The URL of its discovery document, which must name the same issuer. */
  issuer: string
  clientId: string
  /** undefined: a public client, which PKCE protects alone. */
  clientSecret: string | undefined
}>
export type WeChatProvider = Readonly<{
  kind: 'wechat'
  id: 'wechat'
  name: string
  appId: string
  appSecret: string
  /** The site that shows the QR code. */
  openUrl: string
  apiUrl: string
}>
export type QqProvider = Readonly<{
  kind: 'qq'
  id: 'qq'
  name: string
  appId: string
  appSecret: string
  graphUrl: string
}>
export type Provider = OpenIdProvider | WeChatProvider | QqProvider
export type ProviderKind = Provider['kind']

/** Home Assistant vouches for its people through its ingress, where this server is its add-on. */
export const HOME_ASSISTANT = { id: 'home-assistant', kind: 'oidc', name: 'Home Assistant' } as const

type Env = Readonly<Record<string, string | undefined>>

/**
 * Reads the providers from the environment: THIRD_PARTY_<ID>_ISSUER with _CLIENT_ID, _CLIENT_SECRET and _NAME for
 * OpenID Connect; WECHAT_APP_ID and QQ_APP_ID with _APP_SECRET for those two.
 * @throws Error for an incomplete provider, so that the server does not start with a dead button
 */
export function readProviders(env: Env): readonly Provider[] {
  const wechat = readApp(env, 'WECHAT')
  const qq = readApp(env, 'QQ')
  return [
    ...Object.keys(env)
      .flatMap((name) => /^THIRD_PARTY_([A-Z0-9_]{1,40})_ISSUER$/.exec(name)?.[1] ?? [])
      .filter((id) => env[`THIRD_PARTY_${id}_ISSUER`])
      .sort()
      .map((id) => readOpenId(env, id)),
    ...(wechat
      ? [
          {
            kind: 'wechat' as const,
            id: 'wechat' as const,
            name: 'WeChat',
            ...wechat,
            openUrl: readUrl(env, 'WECHAT_OPEN_URL', 'https://open.weixin.qq.com'),
            apiUrl: readUrl(env, 'WECHAT_API_URL', 'https://api.weixin.qq.com'),
          },
        ]
      : []),
    ...(qq
      ? [
          {
            kind: 'qq' as const,
            id: 'qq' as const,
            name: 'QQ',
            ...qq,
            graphUrl: readUrl(env, 'QQ_GRAPH_URL', 'https://graph.qq.com'),
          },
        ]
      : []),
  ]
}

function readOpenId(env: Env, part: string): OpenIdProvider {
  const id = part.toLowerCase().replaceAll('_', '-')
  if (['wechat', 'qq', HOME_ASSISTANT.id].includes(id))
    throw new Error(`THIRD_PARTY_${part}_ISSUER: ${id} has settings of its own`)
  const clientId = env[`THIRD_PARTY_${part}_CLIENT_ID`]
  if (!clientId) throw new Error(`THIRD_PARTY_${part}_CLIENT_ID is missing`)
  return {
    kind: 'oidc',
    id,
    name: env[`THIRD_PARTY_${part}_NAME`] || id,
    issuer: readUrl(env, `THIRD_PARTY_${part}_ISSUER`, ''),
    clientId,
    clientSecret: env[`THIRD_PARTY_${part}_CLIENT_SECRET`] || undefined,
  }
}

function readApp(env: Env, name: string): Readonly<{ appId: string; appSecret: string }> | undefined {
  const [appId, appSecret] = [env[`${name}_APP_ID`], env[`${name}_APP_SECRET`]]
  if (!appId && !appSecret) return undefined
  if (!appId || !appSecret) throw new Error(`${name}_APP_ID and ${name}_APP_SECRET belong together`)
  return { appId, appSecret }
}

function readUrl(env: Env, name: string, fallback: string): string {
  const text = env[name] || fallback
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !['https:', 'http:'].includes(url.protocol) || url.search !== '' || url.hash !== '')
    throw new Error(`${name} must be an address like https://id.example.org, not "${text}"`)
  return text.replace(/\/+$/, '')
}
