import { expect, test } from 'vitest'
import { classifyFailure, StaleKnowledge } from './failure.ts'

const coded = (code: string, message = '') => Object.assign(new Error(message), { code })

test.each([
  ['a lost connection', coded('08006'), 'outage'],
  ['an administrator who stops the server', coded('57P01'), 'outage'],
  ['a full disk', coded('53100'), 'outage'],
  ['a lost race that telemetry gave up', coded('40001'), 'outage'],
  ['a server that became read-only', coded('25006'), 'outage'],
  ['a refused socket', coded('ECONNREFUSED'), 'outage'],
  ['a broken pipe, whose name looks like an SQLSTATE', coded('EPIPE'), 'outage'],
  ['pg about a dead connection', new Error('Connection terminated unexpectedly'), 'outage'],
  ['the pool about no connection', new Error('timeout exceeded when trying to connect'), 'outage'],
  ['a key another node wrote', coded('23505'), 'stale'],
  ['a plant that is gone', coded('23503'), 'stale'],
  ['what we found ourselves', new StaleKnowledge('A plant'), 'stale'],
  ['a number out of range', coded('22003'), 'bad'],
  ['a check that fails', coded('23514'), 'bad'],
  ['a bug', new TypeError('x is not a function'), 'bad'],
  ['nothing', undefined, 'bad'],
] as const)('%s', (_, error, kind) => {
  expect(classifyFailure(error)).toBe(kind)
})
