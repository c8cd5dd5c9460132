import { describe, expect, it } from 'vitest'
import { languageCookieName, readCookie, toCookie } from './language-cookie.ts'

describe('the language cookie', () => {
  it('is found by its whole name', () => {
    expect(readCookie('plan=x; lan=de; lan_acme=zh', 'lan')).toBe('de')
    expect(readCookie('plan=x', 'lan')).toBeUndefined()
    expect(readCookie('', 'lan')).toBeUndefined()
  })

  it('has its own name per brand, without a character that ends a cookie', () => {
    expect(languageCookieName(undefined)).toBe('lan')
    expect(languageCookieName('AC;ME')).toBe('lan_AC_ME')
  })

  it('is written for the whole site', () => {
    expect(toCookie('lan', 'de')).toBe('lan=de; path=/; max-age=31536000; samesite=lax')
  })
})
