import { expect, it } from 'vitest'
import { toCountedAddress, toNetwork, toPlace, toPlainAddress } from './address.ts'

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:1:2:3:4:203.0.113.7', '2001:db8:1:2::/64'],
  ['203.0.113.7:51234', '203.0.113.7'],
  ['[2001:db8:1:2::1]:51234', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
  ['[unknown]:1', '[unknown]:1'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['', ''],
  ['unknown', 'unknown'],
  ['1:2:3', '1:2:3'],
  ['1::2::3', '1::2::3'],
  ['1:2:3:4:5:6:7:8:9', '1:2:3:4:5:6:7:8:9'],
  ['2001:db8::xyz', '2001:db8::xyz'],
  [`${'1:'.repeat(60)}:`, `${'1:'.repeat(60)}:`],
])('%s is counted as %s', (address, counted) => expect(toCountedAddress(address)).toBe(counted))

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::9', '2001:db8:1:3::/64'],
  ['127.0.0.1', 'private'],
  ['::ffff:192.168.1.20', 'private'],
  ['10.1.2.3', 'private'],
  ['172.31.0.1', 'private'],
  ['172.32.0.1', '172.32.0.1'],
  ['169.254.3.4', 'private'],
  ['::1', 'private'],
  ['fe80::1%eth0', 'private'],
  ['fd12:3456::1', 'private'],
  // Shared by a carrier's customers (RFC 6598), so not one household.
  ['100.64.0.1', '100.64.0.1'],
  ['unknown', undefined],
  ['10.evil.example', undefined],
  ['fd-not-an-address', undefined],
  ['', undefined],
])('%s is in the network %s', (address, place) => expect(toPlace(address)).toBe(place))

it.each([
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8::1', '2001:db8::1'],
  ['::ffff:0:0:1', '::ffff:0:0:1'],
  ['fe80::1%eth0', 'fe80::1%eth0'],
  ['', ''],
])('%s is written as %s', (address, plain) => expect(toPlainAddress(address)).toBe(plain))

it.each([
  ['2001:db8:1:2f3e::9', 64, '2001:db8:1:2f3e::/64'],
  ['2001:db8:1:2f3e::9', 56, '2001:db8:1:2f00::/56'],
  ['2001:db8:1:ff3e::9', 48, '2001:db8:1:0::/48'],
  ['::ffff:203.0.113.7', 48, '203.0.113.7'],
  ['203.0.113.7', 56, '203.0.113.7'],
] as const)('the network of %s with %i bits is %s', (address, bits, network) =>
  expect(toNetwork(address, bits)).toBe(network),
)
