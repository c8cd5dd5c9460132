import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from './config.ts'

let folder: string
let file: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'heliograph-secrets-'))
  file = join(folder, 'database-url')
  writeFileSync(file, 'postgres://heliograph:secret@db/heliograph\n')
})
afterAll(() => rmSync(folder, { recursive: true }))

it('reads a secret from the file that is named', () => {
  const url = 'postgres://heliograph:secret@db/heliograph'
  expect(readConfig({ DATABASE_URL_FILE: file }).databaseUrl).toBe(url)
  expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url)
})

it('refuses both at once, and a file that is not there, without the secret', () => {
  expect(() => readConfig({ DATABASE_URL: 'postgres://x', DATABASE_URL_FILE: file })).toThrow(
    'DATABASE_URL and DATABASE_URL_FILE exclude each other',
  )
  expect(() => readConfig({ SMTP_URL_FILE: join(folder, 'none') })).toThrow('SMTP_URL_FILE cannot be read (ENOENT)')
})
