import { closeSync, copyFileSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs'
import { MINUTE_MS } from '@heliograph/domain/duration.ts'

export type ServerLog = {
  /** The stream for the server's output. */
  readonly fd: number
  /** The last part of the log since it was opened, for an error message. */
  readonly tail: () => string
  readonly trim: () => void
  readonly close: () => void
}

const TAIL_BYTES = 4_000

/**
 * The server's own log. The server keeps writing to it when Node dies, so it is a file and not a pipe; its size is
 * kept in bounds by copying it to `<path>.1` and emptying it, which is safe because it is opened for appending.
 */
export function openServerLog(path: string, capBytes: number, everyMs = MINUTE_MS): ServerLog {
  const fd = openSync(path, 'a+', 0o600)
  const trim = (): void => {
    if (fstatSync(fd).size <= capBytes) return
    copyFileSync(path, `${path}.1`)
    ftruncateSync(fd)
  }
  trim()
  const openedAt = fstatSync(fd).size
  const timer = setInterval(trim, everyMs).unref()
  return {
    fd,
    trim,
    tail: () => {
      const { size } = fstatSync(fd)
      const from = Math.max(size - TAIL_BYTES, openedAt <= size ? openedAt : 0)
      const buffer = Buffer.alloc(size - from)
      return buffer.toString('utf8', 0, readSync(fd, buffer, 0, buffer.length, from)).trim()
    },
    close: () => {
      clearInterval(timer)
      closeSync(fd)
    },
  }
}
