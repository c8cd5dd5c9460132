import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const main = fileURLToPath(new URL('./main.ts', import.meta.url))

it.each([
  ['PORT', 'abc', 'PORT must be a whole number from 0 to 65535, not "abc"'],
  ['DATABASE_URL', 'mysql://db/solar', 'DATABASE_URL must begin with postgres:// or postgresql://'],
  [
    'TERMS_URL',
    'example.org/terms',
    'TERMS_URL must be a link that begins with https:// or http://, a path such as /terms, or off, not "example.org/terms"',
  ],
])('says in one line why it cannot start with %s=%s', (name, value, reason) => {
  const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', main], {
    env: { ...process.env, LOG_LEVEL: 'silent', [name]: value },
    encoding: 'utf8',
  })
  expect(stderr).toBe(`Heliograph could not start: ${reason}\n`)
  // Starting it again would change nothing.
  expect(status).toBe(78)
})
