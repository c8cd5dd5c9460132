import { consentPage, type Desk, json, type Side } from './desk.ts'

const text = (value: unknown) => json(value, 200, 'text/plain')

/** Website sign-in of WeChat: JSON sent as text, failures with status 200, client authentication in the URL only. */
export const createWeChatSide = (desk: Desk): Side => ({
  '/connect/qrconnect': ({ url: { searchParams: query } }) => {
    const state = query.get('state') ?? ''
    const isFine =
      query.get('appid') === desk.clientId &&
      query.get('scope') === 'snsapi_login' &&
      /^[a-zA-Z0-9]{1,128}$/.test(state)
    if (!isFine) return text({ errcode: 10_003, errmsg: 'refused' })
    const redirectUri = query.get('redirect_uri') ?? ''
    const code = desk.put({ person: desk.person(), redirectUri, challenge: '', nonce: '' })
    return consentPage(desk, redirectUri, { yes: { code, state }, no: { state } })
  },
  '/sns/oauth2/access_token': ({ url: { searchParams: query } }) => {
    if (query.get('appid') !== desk.clientId || query.get('secret') !== desk.clientSecret)
      return text({ errcode: 40_125, errmsg: 'invalid appsecret' })
    const grant = query.get('grant_type') === 'authorization_code' ? desk.take(query.get('code') ?? '') : undefined
    if (grant === undefined) return text({ errcode: 40_029, errmsg: 'invalid code' })
    const { subject, unionId } = grant.person
    return text({
      access_token: desk.put(grant),
      expires_in: 7200,
      refresh_token: 'unused',
      openid: subject,
      scope: 'snsapi_login',
      unionid: unionId,
    })
  },
  '/sns/userinfo': ({ url: { searchParams: query } }) => {
    const person = desk.find(query.get('access_token') ?? '')?.person
    if (person === undefined || person.subject !== query.get('openid'))
      return text({ errcode: 40_003, errmsg: 'invalid openid' })
    return text({ openid: person.subject, unionid: person.unionId, nickname: person.name, sex: 0, headimgurl: '' })
  },
})
