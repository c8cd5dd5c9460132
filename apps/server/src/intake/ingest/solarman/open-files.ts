import { readFileSync } from 'node:fs'

/** The database, files and the calls of browsers need some too. */
const RESERVED = 500

/** How many files and connections this process may have open; undefined: the system does not say, as others than Linux. */
export function readOpenFileLimit(): number | undefined {
  try {
    const [, most] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1')) ?? []
    return most === undefined ? undefined : Number(most)
  } catch {
    return undefined
  }
}

/** How many of them loggers may take. */
export const connectionsWithin = (openFiles: number): number =>
  Math.max(Math.floor(openFiles / 2), openFiles - RESERVED)
