import { describe, expect, it } from 'vitest'
import { readProviders } from './providers.ts'

const openId = {
  THIRD_PARTY_SUN_DIAL_ISSUER: 'https://id.example.org/realm/',
  THIRD_PARTY_SUN_DIAL_CLIENT_ID: 'heliograph',
  THIRD_PARTY_SUN_DIAL_CLIENT_SECRET: 'hush',
  THIRD_PARTY_SUN_DIAL_NAME: 'Sundial',
}

describe('readProviders', () => {
  it('finds none when none is configured', () => {
    expect(readProviders({ PATH: '/bin', THIRD_PARTY_SUN_ISSUER: '' })).toEqual([])
  })

  it('reads OpenID Connect under its short name', () => {
    expect(readProviders(openId)).toEqual([
      {
        kind: 'oidc',
        id: 'sun-dial',
        name: 'Sundial',
        issuer: 'https://id.example.org/realm',
        clientId: 'heliograph',
        clientSecret: 'hush',
      },
    ])
    const { THIRD_PARTY_SUN_DIAL_CLIENT_SECRET, THIRD_PARTY_SUN_DIAL_NAME, ...publicClient } = openId
    expect(readProviders(publicClient)).toMatchObject([{ name: 'sun-dial', clientSecret: undefined }])
  })

  it('reads WeChat and QQ with their own URLs', () => {
    const env = { WECHAT_APP_ID: 'wx1', WECHAT_APP_SECRET: 'a', QQ_APP_ID: '10', QQ_APP_SECRET: 'b' }
    expect(readProviders(env)).toMatchObject([
      { id: 'wechat', openUrl: 'https://open.weixin.qq.com', apiUrl: 'https://api.weixin.qq.com' },
      { id: 'qq', graphUrl: 'https://graph.qq.com' },
    ])
  })

  it.each([
    ['without a client', { THIRD_PARTY_A_ISSUER: 'https://id.example.org' }, /THIRD_PARTY_A_CLIENT_ID/],
    ['at no address', { THIRD_PARTY_A_ISSUER: 'id.example.org', THIRD_PARTY_A_CLIENT_ID: 'x' }, /_ISSUER must be/],
    ['at a file', { THIRD_PARTY_A_ISSUER: 'file:///etc', THIRD_PARTY_A_CLIENT_ID: 'x' }, /_ISSUER must be/],
    ['under a taken name', { THIRD_PARTY_QQ_ISSUER: 'https://a.example', THIRD_PARTY_QQ_CLIENT_ID: 'x' }, /qq has/],
    ['WeChat by half', { WECHAT_APP_ID: 'wx1' }, /belong together/],
    ['QQ by half', { QQ_APP_SECRET: 'b' }, /belong together/],
  ])('refuses one %s', (_case, env, message) => {
    expect(() => readProviders(env)).toThrow(message)
  })
})
