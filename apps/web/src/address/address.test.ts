import { describe, expect, it } from 'vitest'
import { readAddress, withClientStyle } from './address.ts'

describe('readAddress', () => {
  it('takes token and region out and leaves the rest', () => {
    expect(readAddress('https://h/plant/infos/data?id=7&token=abc&region=EU&view=day#t')).toEqual({
      token: 'abc',
      region: 'EU',
      clientStyle: undefined,
      rest: '/plant/infos/data?id=7&view=day#t',
    })
  })

  it('removes them also when they are empty', () => {
    expect(readAddress('https://h/login?token=&region=')).toMatchObject({ token: undefined, rest: '/login' })
  })

  it('keeps the branding project in the URL', () => {
    expect(readAddress('https://h/login?clientStyle=acme')).toMatchObject({
      clientStyle: 'acme',
      rest: '/login?clientStyle=acme',
    })
  })

  it.each(['/setup', '/invitation'])('leaves the token of a link to %s alone', (path) => {
    expect(readAddress(`https://h${path}?token=one-time`)).toMatchObject({
      token: undefined,
      rest: `${path}?token=one-time`,
    })
  })

  it('takes no token of another page for such a link', () => {
    expect(readAddress('https://h/invitation/x?token=abc')).toMatchObject({ token: 'abc', rest: '/invitation/x' })
  })
})

describe('withClientStyle', () => {
  it('appends the project where it is missing or different', () => {
    expect(withClientStyle('?id=7', 'acme')).toBe('?id=7&clientStyle=acme')
    expect(withClientStyle('?clientStyle=b', 'acme')).toBe('?clientStyle=acme')
    expect(withClientStyle('?id=7', undefined)).toBe('?id=7')
    expect(withClientStyle('?clientStyle=acme', 'acme')).toBe('?clientStyle=acme')
  })
})
