import { toCountedAddress } from '@heliograph/domain/address.ts'
import { expect, test } from 'vitest'
import { createForeignPeers } from './foreign-peers.ts'

test.each([
  ['the same address', '203.0.113.5', '203.0.113.5', true],
  ['the same address in the clothes of IPv6', '::ffff:203.0.113.5', '203.0.113.5', true],
  ['the same IPv6 network', '2001:db8:1:2::3', '2001:db8:1:2:ffff::1', true],
  ['two addresses of a home network', '192.168.1.50', '::ffff:192.168.1.20', true],
  ['this machine and its network', '::1', '10.0.0.3', true],
  ['another address', '203.0.113.5', '203.0.113.6', false],
  ['a home network and the Internet', '192.168.1.50', '203.0.113.5', false],
])('%s: %s spoke TLS, %s is shown %s', (_, peer, visitor, isTold) => {
  const peers = createForeignPeers(() => 1_000)
  peers.note(peer, 'tls')
  expect(peers.find(visitor)).toEqual(
    isTold ? { address: toCountedAddress(peer), protocol: 'tls', times: 1, firstMs: 1_000, atMs: 1_000 } : undefined,
  )
})

test('forgets a peer after an hour, and the oldest beyond the limit', () => {
  let nowMs = 0
  const peers = createForeignPeers(() => nowMs)
  for (let n = 0; n < 1_001; n += 1) peers.note(`203.0.${n >> 8}.${n & 255}`, 'http')
  expect([peers.find('203.0.0.0'), peers.find('203.0.0.1')?.protocol]).toEqual([undefined, 'http'])
  nowMs = 3_600_000
  expect(peers.find('203.0.0.1')).toBeUndefined()
})

test('counts the protocols per address, the latest first', () => {
  let nowMs = 0
  const peers = createForeignPeers(() => nowMs)
  for (const [address, protocol] of [
    ['203.0.113.5', 'growatt'],
    ['2001:db8::1', 'mqtt'],
    ['203.0.113.5', 'tls'],
    ['::ffff:203.0.113.5', 'growatt'],
  ] as const) {
    peers.note(address, protocol)
    nowMs += 60_000
  }
  expect(peers.list()).toEqual([
    { address: '203.0.113.5', protocol: 'growatt', times: 2, firstMs: 0, atMs: 180_000 },
    { address: '203.0.113.5', protocol: 'tls', times: 1, firstMs: 120_000, atMs: 120_000 },
    { address: '2001:db8:0:0::/64', protocol: 'mqtt', times: 1, firstMs: 60_000, atMs: 60_000 },
  ])
  nowMs = 3_600_000 + 130_000
  expect(peers.list().map(({ protocol }) => protocol)).toEqual(['growatt'])
})
