import { chownSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { RunAs } from './run-as.ts'
import { StartRefusal } from './start-refusal.ts'

// sun_path holds 108 bytes on Linux and 104 on macOS, the closing zero included.
const LONGEST_PATH_BYTES = 103
const SOCKET_NAME = '/.s.PGSQL.5432'
const PREFIX = 'heliograph-'

/**
 * A fresh folder for the server's socket that only the server's user may enter: inside DATA_DIR, or, when that path
 * is too long for a socket, under the folder for temporary files, noted in `DATA_DIR/socket.path`.
 * Only to be called while no server runs on this DATA_DIR: what an earlier one left is removed.
 */
export function makeSocketFolder(dataDir: string, runAs: RunAs): string {
  removeSocketFolder(dataDir)
  const inside = join(dataDir, 'socket')
  const folder = fits(inside) ? inside : makeShortFolder(dataDir)
  if (folder === inside) mkdirSync(inside, { mode: 0o700 })
  chownSync(folder, runAs.uid, runAs.gid)
  return folder
}

export function removeSocketFolder(dataDir: string): void {
  rmSync(join(dataDir, 'socket'), { recursive: true, force: true })
  const note = join(dataDir, 'socket.path')
  try {
    const noted = readFileSync(note, 'utf8').trim()
    // The note may name any path by now: only a real folder with our name is removed.
    if (basename(noted).startsWith(PREFIX) && lstatSync(noted).isDirectory()) rmSync(noted, { recursive: true })
  } catch {
    // There is no note, or a reboot removed the folder.
  }
  rmSync(note, { force: true })
}

/** Where a running server of this folder listens; undefined when none has started. */
export function findSocketFolder(dataDir: string): string | undefined {
  const inside = join(dataDir, 'socket')
  const note = join(dataDir, 'socket.path')
  if (existsSync(note)) return readFileSync(note, 'utf8').trim()
  return existsSync(inside) ? inside : undefined
}

function makeShortFolder(dataDir: string): string {
  const base = [tmpdir(), '/tmp'].find((candidate) => fits(join(candidate, `${PREFIX}XXXXXX`)))
  if (base === undefined)
    throw new StartRefusal('DATA_DIR and TMPDIR are both too long for a Unix socket; use a shorter path.')
  // mkdtemp takes a free name and mode 0700 in one step, so no other user can prepare the folder.
  const folder = mkdtempSync(join(base, PREFIX))
  writeFileSync(join(dataDir, 'socket.path'), `${folder}\n`, { mode: 0o600 })
  return folder
}

function fits(folder: string): boolean {
  return Buffer.byteLength(folder) + SOCKET_NAME.length <= LONGEST_PATH_BYTES
}
