import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Clock } from '@heliograph/collect/clock.ts'

/** The time of this machine: a small computer has no clock that runs without power, so its wall clock may jump. */
export type BootClock = Clock &
  Readonly<{
    /** Names the boot in which `upMs` counts. */
    boot: string
    /** Milliseconds since the boot; never jumps. */
    upMs: () => number
    wallMs: () => number
    /** The time since the boot of an instant of `now`. */
    toUpMs: (atMs: number) => number
  }>

/** `now` begins at the wall clock and then runs with the time since the boot: a jump of the wall clock is none of it. */
export function createBootClock(): BootClock {
  const upMs = (): number => Number(process.hrtime.bigint() / 1_000_000n)
  const startMs = Date.now() - upMs()
  return {
    boot: readBoot(),
    upMs,
    wallMs: Date.now,
    now: () => startMs + upMs(),
    toUpMs: (atMs) => atMs - startMs,
    after: (ms, run) => {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
  }
}

function readBoot(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    // Elsewhere the time since the boot is that of this process at least.
    return randomUUID()
  }
}
