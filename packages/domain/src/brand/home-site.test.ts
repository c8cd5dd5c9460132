import { expect, it } from 'vitest'
import { homeSite, otherCenterLink } from './home-site.ts'

it.each([
  ['sunny.example', 'pv.sunny.example', undefined, 'https://sunny.example'],
  ['https://www.sunny.example/', 'pv.sunny.example', undefined, 'https://www.sunny.example'],
  ['www.sunny.example', 'pv.sunny.example', 'CHINA', 'https://cn.sunny.example'],
  ['sunny.example', 'uat.pv.sunny.example', undefined, 'https://uat.sunny.example'],
  ['sunny.example', 'qa.pv.sunny.example', 'CHINA', 'https://test.cn.sunny.example'],
  ['sunny.example', 'dc-pro.sunny.example', 'FOREIGN_1', 'https://dc-pro.sunny.example'],
  ['sunny.example', 'localhost:8080', undefined, 'https://sunny.example'],
  ['', 'pv.sunny.example', undefined, undefined],
  ['javascript:alert(1)', 'pv.sunny.example', undefined, undefined],
  ['sunny.example/path?x', 'pv.sunny.example', undefined, undefined],
  ['192.0.2.1', 'pv.sunny.example', undefined, undefined],
] as const)('the home site of %s, visited at %s in %s, is %s', (domain, host, center, site) => {
  expect(homeSite(domain, { host, center })).toBe(site)
})

it.each([
  ['pv.sunny.example', 'https://pv.sunny.example/login'],
  ['https://cn.sunny.example/x', 'https://cn.sunny.example/login'],
  ['cn.sunny.example:8443', undefined],
  ['pv.here.example', undefined],
  ['http://cn.sunny.example', undefined],
  ['javascript:alert(1)', undefined],
  ['', undefined],
])('the other data center of %s is reached at %s', (address, link) => {
  expect(otherCenterLink(address, 'pv.here.example')).toBe(link)
})
