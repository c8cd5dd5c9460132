import { expect, it } from 'vitest'
import { ownNetworks, parseScanNetwork } from './scan-network.ts'

it('a network has its hosts without both ends', () => {
  const network = parseScanNetwork(' 192.168.1.77/24 ')
  expect(network).toMatchObject({ text: '192.168.1.0/24', broadcast: '192.168.1.255' })
  expect([network?.hosts.length, network?.hosts[0], network?.hosts.at(-1)]).toEqual([
    254,
    '192.168.1.1',
    '192.168.1.254',
  ])
  expect(parseScanNetwork('10.0.0.9/32')).toEqual({ text: '10.0.0.9/32', hosts: ['10.0.0.9'], broadcast: null })
  expect(parseScanNetwork('10.0.0.9/30')?.hosts).toEqual(['10.0.0.9', '10.0.0.10'])
})

it.each(['', '192.168.1.0', '192.168.0.0/16', '192.168.1.0/33', '300.1.1.0/24', 'fd00::/120', '192.168.1.0/24x'])(
  '%j is none',
  (text) => expect(parseScanNetwork(text)).toBeUndefined(),
)

it('the own networks are those of private addresses of this machine', () => {
  const card = (address: string, internal = false, family = 'IPv4') => ({ address, family, internal })
  expect(
    ownNetworks({
      lo: [card('127.0.0.1', true)],
      eth0: [card('192.168.7.5'), card('fd00::1', false, 'IPv6'), card('192.168.7.9')],
      eth1: [card('203.0.113.9'), card('169.254.3.4')],
    }),
  ).toEqual(['192.168.7.0/24'])
})
