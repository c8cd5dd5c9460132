import { expect, it } from 'vitest'
import { createProxyCheck, privateNetworks, readTrustedProxies } from './trusted-proxies.ts'

it.each([
  [undefined, []],
  ['0', []],
  ['1', privateNetworks],
  ['true', privateNetworks],
  ['203.0.113.7', ['203.0.113.7']],
  ['10.1.0.0/16, 2001:db8::/32', ['10.1.0.0/16', '2001:db8::/32']],
])('reads TRUST_PROXY=%s', (text, expected) => expect(readTrustedProxies(text)).toEqual(expected))

it.each(['2', 'yes please', '10.0.0.0/33', '10.0.0.0/x', 'proxy.example.org', '10.0.0.0/8;::1'])(
  'refuses TRUST_PROXY=%s',
  (text) => expect(() => readTrustedProxies(text)).toThrow('TRUST_PROXY'),
)

it('trusts the named networks only, also an IPv4 address in the form of IPv6', () => {
  const trusts = createProxyCheck(['10.1.0.0/16', '2001:db8::/32'])
  for (const peer of ['10.1.2.3', '::ffff:10.1.2.3', '2001:db8::7']) expect([peer, trusts(peer)]).toEqual([peer, true])
  for (const peer of ['10.2.0.1', '2001:db9::1', 'junk', '']) expect([peer, trusts(peer)]).toEqual([peer, false])
  expect(createProxyCheck(readTrustedProxies('1'))('203.0.113.9')).toBe(false)
})

it('does not trust a client that hung up, which has no address any more', () => {
  expect(createProxyCheck(privateNetworks)(undefined)).toBe(false)
})

it.each(['0.0.0.0/0', '::/0', '0.0.0.0/1, 128.0.0.0/1', '10.0.0.0/8, 64.0.0.0/3', '2000::/3', '10.0.0.0/7'])(
  'refuses networks that anybody may be in: TRUST_PROXY=%s',
  (text) => expect(() => readTrustedProxies(text)).toThrow('your own proxies'),
)

it.each(['10.0.0.0/8', 'fc00::/7', '104.16.0.0/13', '2a06:98c0::/29'])('takes TRUST_PROXY=%s', (text) =>
  expect(readTrustedProxies(text)).toEqual([text]),
)
