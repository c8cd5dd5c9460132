import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { connectionsWithin, readOpenFileLimit } from './open-files.ts'

test.runIf(process.platform === 'linux')('the limit of open files is the one that a shell names', () => {
  const named = execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).trim()
  expect(String(readOpenFileLimit() ?? 'unlimited')).toBe(named)
})

test('some are left for the database and for browsers', () => {
  expect([65_536, 1_024, 256].map(connectionsWithin)).toEqual([65_036, 524, 128])
})
