import { execFile } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { promisify } from 'node:util'
import { majorOf, type PostgresBinaries } from './postgres-binaries.ts'

const run = promisify(execFile)

/** The user the server runs as. PostgreSQL refuses root, and initdb refuses a user without a name. */
export type RunAs = {
  readonly description: string
  /** The name of the server's user, as the server sees it. */
  readonly userName: string
  /** The owner of the files, seen from outside the server. */
  readonly uid: number
  readonly gid: number
  readonly command: (file: string, args: readonly string[]) => RunAsCommand
}

export type RunAsCommand = {
  readonly file: string
  readonly args: readonly string[]
  readonly options: { readonly uid?: number; readonly gid?: number; readonly env: NodeJS.ProcessEnv }
}

// The server gets none of our environment: it holds secrets, and PG* and LC_* would change the server's behavior.
const env = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/** Finds a working way to run the server, and its major version. `clusterDir` may not exist yet. */
export async function chooseRunAs(
  binaries: PostgresBinaries,
  dataDir: string,
  clusterDir: string,
): Promise<{ readonly runAs: RunAs; readonly major: number }> {
  const failures: string[] = []
  for (const runAs of candidates(clusterDir)) {
    const found = await tryRunAs(runAs, binaries, dataDir)
    if (typeof found === 'number') return { runAs, major: found }
    failures.push(`${runAs.description}: ${found}`)
  }
  const advice =
    process.getuid?.() === 0
      ? 'PostgreSQL does not run as root, and no other user could be used. Start Heliograph as an ordinary user that owns DATA_DIR, or set DATABASE_URL.'
      : 'The embedded PostgreSQL does not run here. It needs a GNU C library and a user with a name; otherwise set DATABASE_URL.'
  throw new Error(`${advice}\n${failures.join('\n')}`)
}

function candidates(clusterDir: string): readonly RunAs[] {
  const uid = process.getuid?.() ?? 0
  const gid = process.getgid?.() ?? 0
  const direct: RunAs = {
    description: 'as this user',
    userName: ownUserName() ?? '',
    uid,
    gid,
    command: (file, args) => ({ file, args, options: { env } }),
  }
  if (uid !== 0 && ownUserName() !== undefined) return [direct]
  const users = knownUsers()
  const nobody = users.find((user) => user.name === 'nobody') ?? users[0] ?? { name: 'nobody', uid: 65534, gid: 65534 }
  const namespaces = process.platform !== 'linux' ? [] : [[`--map-group=${nobody.gid}`], []]
  const mapped = namespaces.map((more): RunAs => {
    const prefix = ['--user', `--map-user=${nobody.uid}`, ...more, '--']
    // unshare replaces itself with the server, so the process number stays that of our child.
    return {
      description: `in a user namespace (unshare ${prefix.join(' ')})`,
      userName: nobody.name,
      uid,
      gid,
      command: (file, args) => ({ file: 'unshare', args: [...prefix, file, ...args], options: { env } }),
    }
  })
  if (uid !== 0) return mapped
  const owner = statSync(clusterDir, { throwIfNoEntry: false })?.uid
  const wanted = ['heliograph', 'postgres', '_postgres', 'nobody']
  const others = users.filter((user) => user.uid === owner || wanted.includes(user.name))
  const rank = (user: User): number => (user.uid === owner ? -1 : wanted.indexOf(user.name))
  const switched = [...others]
    .sort((a, b) => rank(a) - rank(b))
    .map((user): RunAs => {
      const options = { uid: user.uid, gid: user.gid, env }
      const command = (file: string, args: readonly string[]) => ({ file, args, options })
      return { description: `as user ${user.name}`, userName: user.name, uid: user.uid, gid: user.gid, command }
    })
  // A user of its own is a better fence than a namespace, whose root owns the files outside; `nobody` belongs to many.
  const ownUsers = switched.filter(({ uid: user }) => user !== nobody.uid)
  return [...ownUsers, ...mapped, ...switched.filter((runAs) => !ownUsers.includes(runAs))]
}

/** Returns the major version when the server runs that way and reaches DATA_DIR, else the reason. */
async function tryRunAs(runAs: RunAs, binaries: PostgresBinaries, dataDir: string): Promise<number | string> {
  const script = '[ "$(id -u)" != 0 ] || exit 90; [ -x "$1" ] || exit 91; exec "$2" --version'
  const { file, args, options } = runAs.command('/bin/sh', ['-c', script, 'sh', dataDir, binaries.postgres])
  try {
    const { stdout } = await run(file, args, { ...options, cwd: '/', timeout: 30_000 })
    const major = majorOf(stdout)
    return Number.isInteger(major) ? major : `unexpected version text ${JSON.stringify(stdout.slice(0, 200))}`
  } catch (error) {
    const failure = error as Error & { code?: unknown; stderr?: string }
    if (failure.code === 91) return `${dataDir} cannot be entered`
    return failure.stderr?.trim() || (failure.code === 90 ? 'still root' : failure.message)
  }
}

type User = { readonly name: string; readonly uid: number; readonly gid: number }

function knownUsers(): readonly User[] {
  try {
    return readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
      .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
      .filter((user) => user.uid > 0 && user.gid >= 0)
  } catch {
    return []
  }
}

/** Undefined in a container that runs with any user number. */
export function ownUserName(): string | undefined {
  try {
    return userInfo().username
  } catch {
    return undefined
  }
}
