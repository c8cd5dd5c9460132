import { describe, expect, it } from 'vitest'
import {
  dataCenterOf,
  dataCenterPrefixes,
  isRegion,
  prefixedPath,
  regionCodes,
  splitPrefix,
  unprefixedPaths,
} from './regions.ts'

describe('regions', () => {
  it('select the Chinese data center for CN only', () => {
    expect(regionCodes.map(dataCenterOf)).toEqual(['CHINA', ...Array(8).fill('FOREIGN_1')])
    for (const code of ['DE', 'cn', 'TW', '', 'CHINA']) expect(dataCenterOf(code)).toBe('FOREIGN_1')
    expect(dataCenterPrefixes).toEqual({ CHINA: '/mdc-cn', FOREIGN_1: '/mdc-eu' })
    expect(isRegion('EU')).toBe(true)
    expect(isRegion('eu')).toBe(false)
  })

  it('prefix a path by the rules of section 7', () => {
    expect(prefixedPath('/user-s/acc/org/login-user', 'CHINA')).toBe('/mdc-cn/user-s/acc/org/login-user')
    expect(prefixedPath('/user-s/acc/check-user', 'CHINA', { prefix: '/mdc-eu' })).toBe('/mdc-eu/user-s/acc/check-user')
    expect(prefixedPath('/user-s/acc/check-user', 'CHINA', { prefix: '' })).toBe('/user-s/acc/check-user')
    expect(prefixedPath('/user-s/acc/check-user', 'FOREIGN_1', { oem: true })).toBe('/user-s/acc/check-user')
    for (const path of unprefixedPaths) expect(prefixedPath(path, 'FOREIGN_1')).toBe(path)
  })

  it('recognize every prefixed path; a branded build has no prefix', () => {
    for (const center of ['CHINA', 'FOREIGN_1'] as const) {
      const path = prefixedPath('/maintain-s/station/7', center)
      expect(splitPrefix(path)).toEqual({ center, path: '/maintain-s/station/7' })
    }
    expect(prefixedPath('/user-s/acc/check-user', 'CHINA', { oem: true, prefix: '/mdc-eu' })).toBe(
      '/user-s/acc/check-user',
    )
  })

  it('recognize the data center of a path', () => {
    expect(splitPrefix('/mdc-cn/a/b')).toEqual({ center: 'CHINA', path: '/a/b' })
    expect(splitPrefix('/mdc-eu/a')).toEqual({ center: 'FOREIGN_1', path: '/a' })
    expect(splitPrefix('/mdc-europe/a')).toEqual({ center: undefined, path: '/mdc-europe/a' })
    expect(splitPrefix('/a')).toEqual({ center: undefined, path: '/a' })
  })
})
