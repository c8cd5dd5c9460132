import { HOUR_MS } from '@heliograph/domain/duration.ts'
import * as client from 'openid-client'
import { z } from 'zod'
import { type Connector, type ProviderAccount, toLabel } from './connector.ts'
import { fetchBounded } from './provider-fetch.ts'
import type { OpenIdProvider } from './providers.ts'

/** How long a discovery document is cached. */
const discoveryMs = HOUR_MS
const PATIENCE_S = 10

const tokenReply = z.object({
  email: z.string().max(254).optional().catch(undefined),
  // Some providers send it as text.
  email_verified: z
    .union([z.boolean(), z.enum(['true', 'false'])])
    .optional()
    .catch(undefined),
  name: z.string().optional().catch(undefined),
  preferred_username: z.string().optional().catch(undefined),
})
type TokenReply = z.output<typeof tokenReply>

/** OpenID Connect: authorization code with PKCE, state and nonce; the ID token's signature is checked too. */
export function createOpenId(provider: OpenIdProvider): Connector {
  let found: Readonly<{ config: Promise<client.Configuration>; untilMs: number }> | undefined

  const configure = (nowMs: number): Promise<client.Configuration> => {
    if (found !== undefined && nowMs < found.untilMs) return found.config
    const next = { config: discover(provider), untilMs: nowMs + discoveryMs }
    found = next
    // A provider that is down now may be up at the next attempt.
    next.config.catch(() => {
      if (found === next) found = undefined
    })
    return next.config
  }

  return {
    begin: async ({ redirectUri, state, nowMs }) => {
      const config = await configure(nowMs)
      const [verifier, nonce] = [client.randomPKCECodeVerifier(), client.randomNonce()]
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid profile email',
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, secrets: { verifier, nonce } }
    },
    finish: async ({ redirectUri, state, code, iss, secrets, nowMs }, step) => {
      const { config, tokens, claims } = await step('token', async () => {
        const config = await configure(nowMs)
        const callback = new URL(redirectUri)
        callback.search = new URLSearchParams({ code, state, ...(iss === undefined ? {} : { iss }) }).toString()
        const tokens = await client.authorizationCodeGrant(config, callback, {
          pkceCodeVerifier: secrets.verifier,
          expectedNonce: secrets.nonce,
          expectedState: state,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (claims === undefined) throw new Error('the provider sent no ID token')
        return { config, tokens, claims }
      })
      return step('user', async () => {
        const inToken = tokenReply.parse(claims)
        const isEnough = toLabel(inToken.name, inToken.preferred_username) !== ''
        if (isEnough || config.serverMetadata().userinfo_endpoint === undefined) return toAccount(claims.sub, inToken)
        const more = tokenReply.parse(await client.fetchUserInfo(config, tokens.access_token, claims.sub))
        // An address is only valid together with its verified flag.
        const { email, email_verified } = inToken.email === undefined ? more : inToken
        return toAccount(claims.sub, { ...more, email, email_verified })
      })
    },
  }
}

async function discover(provider: OpenIdProvider): Promise<client.Configuration> {
  const isPlain = provider.issuer.startsWith('http:')
  const authenticate: client.ClientAuth = (server, ...rest) => authenticationOf(provider, server)(server, ...rest)
  const options: client.DiscoveryRequestOptions = {
    timeout: PATIENCE_S,
    [client.customFetch]: (url, init) => fetchBounded(url, init as RequestInit),
    execute: [
      client.enableNonRepudiationChecks,
      // Plain http only for an issuer configured that way: a self-hosted provider behind the same firewall.
      ...(isPlain ? [client.allowInsecureRequests] : []),
    ],
  }
  return client.discovery(new URL(provider.issuer), provider.clientId, undefined, authenticate, options)
}

/** Providers accept Basic unless they say otherwise (OpenID Connect Discovery 1.0, section 3). */
function authenticationOf({ clientSecret }: OpenIdProvider, server: client.ServerMetadata): client.ClientAuth {
  if (clientSecret === undefined) return client.None()
  const taken = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  return taken.includes('client_secret_basic') || !taken.includes('client_secret_post')
    ? client.ClientSecretBasic(clientSecret)
    : client.ClientSecretPost(clientSecret)
}

function toAccount(sub: string, { email, email_verified, name, preferred_username }: TokenReply): ProviderAccount {
  // OpenID Connect Core 1.0, section 2: at most 255 characters.
  if (sub === '' || sub.length > 255 || /\p{C}/u.test(sub)) throw new Error('the provider sent an unusable subject')
  const isVerified = email_verified === true || email_verified === 'true'
  return { subjects: [sub], label: toLabel(name, preferred_username, email), email: (isVerified && email) || null }
}
