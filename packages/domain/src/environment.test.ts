import { expect, it } from 'vitest'
import { environmentOf } from './environment.ts'

it.each([
  ['localhost:5173', 'local'],
  ['127.0.0.1', 'local'],
  ['[::1]:8080', 'local'],
  ['dev.pv.example.org', 'dev'],
  ['pv-staging.example.org', 'staging'],
  ['uat.example.org', 'uat'],
  ['qa2.example.org', 'test'],
  ['pv-test.example.org', 'test'],
  ['power-test.example.org', 'powerTest'],
  ['powertest.example.org', 'powerTest'],
  ['latest.example.org', 'production'],
  ['test.org', 'production'],
  ['pv.example.org', 'production'],
  ['192.168.1.5', 'production'],
])('%s is %s', (host, expected) => expect(environmentOf(host)).toBe(expected))
