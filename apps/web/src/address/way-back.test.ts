import { describe, expect, it } from 'vitest'
import { loginPath, safeBack } from './way-back.ts'

const ORIGIN = 'https://pv.example.org'

describe('safeBack', () => {
  it('returns to a page of this site with its query', () => {
    expect(safeBack('/plant/infos/data?id=7&view=day#x', ORIGIN)).toBe('/plant/infos/data?id=7&view=day#x')
  })

  it.each([
    null,
    '',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    '/login?back=/login',
    '/setup?token=x',
    '/register?invitation=x',
    '/forgetPassword',
    '/tencentLogin?code=x',
  ])('goes home instead of %j', (text) => {
    expect(safeBack(text, ORIGIN)).toBe('/plant')
  })
})

describe('loginPath', () => {
  it('remembers the page, but not the home page', () => {
    expect(loginPath('/plant')).toBe('/login')
    expect(loginPath('/device-detail?deviceId=3')).toBe('/login?back=%2Fdevice-detail%3FdeviceId%3D3')
    expect(safeBack(new URL(loginPath('/device-detail?deviceId=3'), ORIGIN).searchParams.get('back'), ORIGIN)).toBe(
      '/device-detail?deviceId=3',
    )
  })
})
