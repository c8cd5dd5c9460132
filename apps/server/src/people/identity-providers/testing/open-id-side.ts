import { createHash } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { type Answer, consentPage, type Desk, type Grant, json, type Side } from './desk.ts'

/** OpenID Connect Core 1.0 with PKCE (RFC 7636), as strict as a provider may be. */
export async function createOpenIdSide(desk: Desk): Promise<Side> {
  const own = await generateKeyPair('RS256')
  const foreign = await generateKeyPair('RS256')
  const published = { ...(await exportJWK(own.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }

  const signIdToken = ({ person, nonce }: Grant): Promise<string> => {
    const nowS = Math.floor(Date.now() / 1000)
    const claims = {
      iss: desk.url(),
      aud: desk.clientId,
      sub: person.subject,
      iat: nowS,
      exp: nowS + 300,
      nonce,
      ...(person.email === undefined ? {} : { email: person.email, email_verified: person.emailVerified ?? false }),
      ...desk.wrongs().claims,
    }
    const key = desk.wrongs().foreignKey ? foreign.privateKey : own.privateKey
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(key)
  }

  return {
    '/.well-known/openid-configuration': () =>
      json({
        issuer: desk.url(),
        authorization_endpoint: `${desk.url()}/authorize`,
        token_endpoint: `${desk.url()}/token`,
        userinfo_endpoint: `${desk.url()}/userinfo`,
        jwks_uri: `${desk.url()}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        code_challenge_methods_supported: ['S256'],
        authorization_response_iss_parameter_supported: true,
      }),
    '/jwks': () => json({ keys: [published] }),
    '/authorize': ({ url: { searchParams: query } }) => {
      const wrong = (
        [
          ['client_id', desk.clientId],
          ['response_type', 'code'],
          ['code_challenge_method', 'S256'],
        ] as const
      ).find(([name, value]) => query.get(name) !== value)
      const redirectUri = query.get('redirect_uri') ?? ''
      const challenge = query.get('code_challenge') ?? ''
      if (wrong !== undefined || !redirectUri.endsWith('/tencentLogin') || challenge.length !== 43)
        return refuse('invalid_request')
      if (!(query.get('scope') ?? '').split(' ').includes('openid')) return refuse('invalid_scope')
      const code = desk.put({ person: desk.person(), redirectUri, challenge, nonce: query.get('nonce') ?? '' })
      const state = query.get('state') ?? ''
      return consentPage(desk, redirectUri, {
        yes: { code, state, iss: desk.url() },
        no: { error: 'access_denied', state, iss: desk.url() },
      })
    },
    '/token': async ({ body, authorization }) => {
      if (readBasic(authorization) !== `${desk.clientId}:${desk.clientSecret}`) return refuse('invalid_client', 401)
      const grant = desk.take(body.get('code') ?? '')
      if (grant === undefined || grant.redirectUri !== body.get('redirect_uri')) return refuse('invalid_grant')
      const verified = createHash('sha256')
        .update(body.get('code_verifier') ?? '')
        .digest('base64url')
      if (verified !== grant.challenge) return refuse('invalid_grant')
      return json({
        access_token: desk.put(grant),
        token_type: 'Bearer',
        expires_in: 300,
        id_token: await signIdToken(grant),
      })
    },
    '/userinfo': ({ authorization }) => {
      const person = desk.find(authorization.replace('Bearer ', ''))?.person
      if (person === undefined) return refuse('invalid_token', 401)
      const { subject, name, email, emailVerified } = person
      return json({ sub: subject, name, email, email_verified: emailVerified })
    },
  }
}

const refuse = (error: string, status = 400): Answer => json({ error }, status)

/** RFC 6749, section 2.3.1: both parts are form-encoded before they are joined. */
const readBasic = (header: string): string =>
  Buffer.from(header.replace('Basic ', ''), 'base64').toString().split(':').map(decodeURIComponent).join(':')
