import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Log } from './log.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'
import type { RunAs } from './run-as.ts'
import { StartRefusal } from './start-refusal.ts'

const run = promisify(execFile)

export const SUPERUSER = 'heliograph'
/** The end of the name of a cluster that takes the place of an older one in a moment. */
export const UPGRADED = '.upgraded'

/** Ensures a cluster of this major version in `clusterDir`, owned by the user the server runs as. */
export async function prepareClusterFolder(
  clusterDir: string,
  binaries: PostgresBinaries,
  major: number,
  runAs: RunAs,
  log: Log,
): Promise<void> {
  removeUnfinished(clusterDir, log)
  // An upgrade whose last step was cut off.
  if (!existsSync(clusterDir) && existsSync(`${clusterDir}${UPGRADED}`))
    renameSync(`${clusterDir}${UPGRADED}`, clusterDir)
  if (!existsSync(clusterDir)) await createCluster(clusterDir, binaries, major, runAs, log)
  refuseOtherVersion(clusterDir, major)
  changeOwner(runAs, clusterDir)
}

// The cluster gets its name only when it is complete, so a kill in the middle leaves no half cluster under that name.
async function createCluster(
  clusterDir: string,
  binaries: PostgresBinaries,
  major: number,
  runAs: RunAs,
  log: Log,
): Promise<void> {
  log.info({ folder: clusterDir }, 'creating the database cluster')
  const draft = `${clusterDir}.init-${randomBytes(6).toString('hex')}`
  mkdirSync(draft, { mode: 0o700 })
  try {
    chownSync(draft, runAs.uid, runAs.gid)
    // The built-in locale keeps its sort order across upgrades of the operating system, so indexes stay valid.
    const locale =
      major >= 17 ? ['--no-locale', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : ['--locale=C.UTF-8']
    // The rules that initdb writes are never used: each start writes its own.
    const more = ['--data-checksums', '--encoding=UTF8', '--auth=reject', `--username=${SUPERUSER}`]
    const { file, args, options } = runAs.command(binaries.initdb, ['-D', draft, ...more, ...locale])
    await run(file, args, { ...options, cwd: '/' })
    renameSync(draft, clusterDir)
  } catch (error) {
    const failure = error as Error & { stderr?: string }
    throw new Error(`initdb failed (${runAs.description}): ${failure.stderr?.trim() || failure.message}`)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

function removeUnfinished(clusterDir: string, log: Log): void {
  const parent = join(clusterDir, '..')
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith('postgres.init-'))) {
    try {
      rmSync(join(parent, name), { recursive: true, force: true })
    } catch (error) {
      // An initdb whose Heliograph was killed may still be writing; the next start removes it.
      log.warn(
        { folder: join(parent, name), reason: (error as Error).message },
        'cannot remove an unfinished cluster yet',
      )
    }
  }
}

function refuseOtherVersion(clusterDir: string, major: number): void {
  const path = join(clusterDir, 'PG_VERSION')
  if (!existsSync(path))
    throw new Error(`${clusterDir} is not a PostgreSQL cluster (it has no PG_VERSION); move it away.`)
  const found = readFileSync(path, 'utf8').trim()
  if (found === String(major)) return
  throw new StartRefusal(
    `The data in ${clusterDir} was written by PostgreSQL ${found}, but this Heliograph runs PostgreSQL ${major}. ` +
      (Number(found) < major
        ? 'Run npm run upgrade-database (docs/operations.md, "A newer PostgreSQL"). Nothing was changed.'
        : 'Start the newer Heliograph again, or restore a backup of it (docs/operations.md, "Backup and restore").'),
  )
}

/** The way the server runs can change between starts, e.g. when the kernel begins to forbid user namespaces. */
function changeOwner(runAs: RunAs, clusterDir: string): void {
  const { uid } = statSync(clusterDir)
  if (uid === runAs.uid) return
  if (process.getuid?.() !== 0)
    throw new Error(
      `${clusterDir} belongs to user ${uid}, but Heliograph runs as user ${runAs.uid}. Run it as the owner, or chown -R DATA_DIR.`,
    )
  // The top folder comes last: an interrupted change starts again.
  for (const entry of readdirSync(clusterDir, { recursive: true, encoding: 'utf8' }))
    lchownSync(join(clusterDir, entry), runAs.uid, runAs.gid)
  chownSync(clusterDir, runAs.uid, runAs.gid)
}
