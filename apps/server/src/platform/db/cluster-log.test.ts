import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openServerLog } from './cluster-log.ts'

let folder = ''
let path = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'heliograph-log-'))
  path = join(folder, 'postgres.log')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('stays within its size and keeps one older file', () => {
  const log = openServerLog(path, 1_000)
  writeSync(log.fd, 'a'.repeat(900))
  log.trim()
  expect(statSync(path).size).toBe(900)
  writeSync(log.fd, 'b'.repeat(900))
  log.trim()
  writeSync(log.fd, 'c')
  log.close()
  expect(readFileSync(path, 'utf8')).toBe('c')
  expect(readFileSync(`${path}.1`, 'utf8')).toBe('a'.repeat(900) + 'b'.repeat(900))
  expect(statSync(`${path}.1`).mode & 0o777).toBe(0o600)
})

it('returns the end of what was written since it was opened', () => {
  writeFileSync(path, 'of yesterday\n', { mode: 0o600 })
  const log = openServerLog(path, 100_000)
  expect(log.tail()).toBe('')
  writeSync(log.fd, 'of today\n')
  expect(log.tail()).toBe('of today')
  writeSync(log.fd, `${'x'.repeat(9_000)}the end\n`)
  expect(log.tail()).toHaveLength(3_999)
  expect(log.tail().endsWith('the end')).toBe(true)
  log.close()
})
