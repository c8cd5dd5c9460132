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
  expect(peers.find(visitor)).toEqual(isTold ? { protocol: 'tls', atMs: 1_000 } : undefined)
})

test('forgets a peer after an hour, and the oldest beyond the limit', () => {
  let nowMs = 0
  const peers = createForeignPeers(() => nowMs)
  for (let n = 0; n < 1_001; n += 1) peers.note(`203.0.${n >> 8}.${n & 255}`, 'http')
  expect([peers.find('203.0.0.0'), peers.find('203.0.0.1')?.protocol]).toEqual([undefined, 'http'])
  nowMs = 3_600_000
  expect(peers.find('203.0.0.1')).toBeUndefined()
})
