import { expect, it } from 'vitest'
import { listServerAddresses } from './server-addresses.ts'

const card = (address: string, internal = false) => [{ address, family: 'IPv4', internal }]
const interfaces = {
  lo: card('127.0.0.1', true),
  eth0: [...card('192.168.1.20'), { address: 'fe80::1', family: 'IPv6', internal: false }],
  wan: card('203.0.113.9'),
}

it.each([
  ['http://localhost:8080', '192.168.1.33', ['192.168.1.20', '203.0.113.9']],
  ['https://pv.example.org', '192.168.1.33', ['pv.example.org', '192.168.1.20', '203.0.113.9']],
  // A stranger learns nothing about the network behind.
  ['https://pv.example.org', '198.51.100.4', ['pv.example.org', '203.0.113.9']],
  ['http://192.168.1.20:8080', '::ffff:192.168.1.33', ['192.168.1.20', '203.0.113.9']],
  ['http://[::1]:8080', '127.0.0.1', ['192.168.1.20', '203.0.113.9']],
  ['https://pv.example.org', 'unknown', ['pv.example.org', '203.0.113.9']],
])('at %s a visitor from %s is offered %j', (publicUrl, visitor, offered) => {
  expect(listServerAddresses({ publicUrl, visitor, interfaces })).toEqual(offered)
})
