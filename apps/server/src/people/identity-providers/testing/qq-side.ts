import { consentPage, type Desk, json, type Side } from './desk.ts'

/** Website sign-in of QQ with fmt=json: everything is a GET, and /me names the user. */
export const createQqSide = (desk: Desk): Side => ({
  '/oauth2.0/authorize': ({ url: { searchParams: query } }) => {
    const state = query.get('state') ?? ''
    if (query.get('client_id') !== desk.clientId || query.get('response_type') !== 'code') return fail(100_000)
    const redirectUri = query.get('redirect_uri') ?? ''
    const code = desk.put({ person: desk.person(), redirectUri, challenge: '', nonce: '' })
    return consentPage(desk, redirectUri, { yes: { code, state }, no: { usercancel: '1', state } })
  },
  '/oauth2.0/token': ({ url: { searchParams: query } }) => {
    if (query.get('client_id') !== desk.clientId || query.get('client_secret') !== desk.clientSecret)
      return fail(100_001)
    const grant = query.get('fmt') === 'json' ? desk.take(query.get('code') ?? '') : undefined
    if (grant === undefined || grant.redirectUri !== query.get('redirect_uri')) return fail(100_020)
    return json({ access_token: desk.put(grant), expires_in: 7_776_000, refresh_token: 'unused' })
  },
  '/oauth2.0/me': ({ url: { searchParams: query } }) => {
    const person = desk.find(query.get('access_token') ?? '')?.person
    if (person === undefined) return fail(100_016)
    return json({
      client_id: desk.clientId,
      openid: person.subject,
      ...(query.get('unionid') === '1' ? { unionid: person.unionId } : {}),
    })
  },
  '/user/get_user_info': ({ url: { searchParams: query } }) => {
    const person = desk.find(query.get('access_token') ?? '')?.person
    const isFine = person?.subject === query.get('openid') && query.get('oauth_consumer_key') === desk.clientId
    return isFine ? json({ ret: 0, msg: '', nickname: person?.name }) : json({ ret: 100_030, msg: 'refused' })
  },
})

const fail = (error: number) => json({ error, error_description: 'refused' })
