import { execFile, execFileSync } from 'node:child_process'
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ensureLibraryLinks, findEmbeddedBinaries } from './postgres-binaries.ts'

let folder = ''
let native = ''
let lib = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'heliograph-links-'))
  native = join(folder, 'native')
  lib = join(native, 'lib')
  mkdirSync(lib, { recursive: true })
  writeFileSync(join(lib, 'libone.so.1.2'), 'one')
  writeLinks(['', '.1'].map((end) => ({ source: 'native/lib/libone.so.1.2', target: `native/lib/libone.so${end}` })))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function writeLinks(links: unknown): void {
  writeFileSync(join(native, 'pg-symlinks.json'), JSON.stringify(links))
}

it('finds a server that runs', () => {
  const { postgres, initdb } = findEmbeddedBinaries()
  expect(execFileSync(postgres, ['--version'], { encoding: 'utf8' })).toContain('(PostgreSQL) 18')
  expect(execFileSync(initdb, ['--version'], { encoding: 'utf8' })).toContain('(PostgreSQL) 18')
})

it('creates missing links, repairs dangling ones, and leaves the others', () => {
  symlinkSync('libgone.so.9', join(lib, 'libone.so'))
  ensureLibraryLinks(native)
  expect(readlinkSync(join(lib, 'libone.so'))).toBe('libone.so.1.2')
  expect(readFileSync(join(lib, 'libone.so.1'), 'utf8')).toBe('one')
  const before = lstatSync(join(lib, 'libone.so')).ino
  ensureLibraryLinks(native)
  expect(lstatSync(join(lib, 'libone.so')).ino).toBe(before)
})

it('may run in several processes at once', async () => {
  const module = fileURLToPath(new URL('./postgres-binaries.ts', import.meta.url))
  const script = `import { ensureLibraryLinks } from ${JSON.stringify(module)}; for (let i = 0; i < 200; i++) { await import('node:fs').then(fs => fs.rmSync(${JSON.stringify(join(lib, 'libone.so.1'))}, { force: true })); ensureLibraryLinks(${JSON.stringify(native)}) }`
  const here = fileURLToPath(new URL('.', import.meta.url))
  const run = promisify(execFile)
  const once = () => run(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], { cwd: here })
  await Promise.all([once(), once()])
  expect(readFileSync(join(lib, 'libone.so.1'), 'utf8')).toBe('one')
})

it('needs no write access when the links exist, and says what to do otherwise', () => {
  ensureLibraryLinks(native)
  // A missing folder stops root too, which a folder without write permission does not.
  writeLinks([
    { source: 'native/lib/libone.so.1.2', target: 'native/lib/libone.so.1' },
    { source: 'native/missing/libtwo.so.1', target: 'native/missing/libtwo.so' },
  ])
  expect(() => ensureLibraryLinks(native)).toThrow(/Cannot make the library link .*libtwo\.so .*writable/)
})

it('creates no link outside the package', () => {
  writeLinks([{ source: 'native/lib/libone.so.1.2', target: 'native/../../evil.so' }])
  expect(() => ensureLibraryLinks(native)).toThrow('Unexpected entry in pg-symlinks.json')
})
