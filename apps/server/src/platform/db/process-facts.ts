import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

export type ProcessFacts = {
  /** The start of a process, in a form only good for comparing; undefined for a missing process or a zombie. */
  readonly startOf: (pid: number) => string | undefined
  /** Whether the process is a PostgreSQL server working on `folder` (an absolute, real path). */
  readonly isPostgresOn: (pid: number, folder: string) => boolean
}

const fromProc: ProcessFacts = {
  startOf: (pid) => {
    const stat = readOr(`/proc/${pid}/stat`)
    // The name is in brackets and may itself contain spaces and brackets: field 3 (state) follows the last one.
    const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields === undefined || fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19]
  },
  isPostgresOn: (pid, folder) => {
    try {
      return (
        readlinkSync(`/proc/${pid}/cwd`) === folder && /postgres|postmaster/.test(readOr(`/proc/${pid}/comm`) ?? '')
      )
    } catch {
      return false
    }
  },
}

/** For systems without /proc. */
export const fromPs: ProcessFacts = {
  startOf: (pid) => {
    const line = ps(pid, ['-o', 'stat=', '-o', 'lstart='])
    return line === '' || line.startsWith('Z') ? undefined : line.replace(/^\S+\s+/, '')
  },
  isPostgresOn: (pid, folder) => {
    const command = ps(pid, ['-o', 'command='])
    return command.includes('postgres') && `${command} `.includes(` ${folder} `)
  },
}

export const processFacts: ProcessFacts = process.platform === 'linux' ? fromProc : fromPs

/**
 * The scope in which process numbers are unique: one boot of one machine, one container. `machine` is set only outside
 * containers and tells "this machine before its last boot" from "another machine".
 */
export function processScope(): { readonly scope: string; readonly machine?: string } {
  if (process.platform !== 'linux') return { scope: hostname(), machine: hostname() }
  const namespace = readlinkOr('/proc/self/ns/pid')
  const boot = readOr('/proc/sys/kernel/random/boot_id')?.trim() ?? hostname()
  const machine = readOr('/etc/machine-id')?.trim()
  // The number of the first process namespace is fixed in the kernel (PROC_PID_INIT_INO).
  const isOutside = namespace === 'pid:[4026531836]' && machine !== undefined && machine !== ''
  return { scope: `${boot} ${namespace}`, ...(isOutside ? { machine } : {}) }
}

function ps(pid: number, columns: readonly string[]): string {
  try {
    const env = { ...process.env, LC_ALL: 'C' }
    return execFileSync('ps', [...columns, '-ww', '-p', String(pid)], { encoding: 'utf8', env, stdio: 'pipe' }).trim()
  } catch {
    return ''
  }
}

function readOr(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function readlinkOr(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}
