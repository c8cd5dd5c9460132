import { MINUTE_MS } from '@heliograph/domain/duration.ts'

const windowMs = MINUTE_MS
const LINES_PER_WINDOW = 5
const KEYS_LIMIT = 10_000

/** Whether another log line about this serial or address may be written: hostile peers must not fill the disk. */
export function createLineLimit(now: () => number): (key: string | number) => boolean {
  const windows = new Map<string | number, { fromMs: number; lines: number }>()
  return (key) => {
    const atMs = now()
    const window = windows.get(key)
    if (window === undefined || Math.abs(atMs - window.fromMs) >= windowMs) {
      if (windows.size >= KEYS_LIMIT) windows.clear()
      windows.set(key, { fromMs: atMs, lines: 1 })
      return true
    }
    window.lines += 1
    return window.lines <= LINES_PER_WINDOW
  }
}
