import type { Disk } from '../store/disk.ts'
import { readWhole, writeWhole } from '../store/write-whole.ts'
import type { BootClock } from './boot-clock.ts'

const FILE = 'anchors.json'
const MOST_BOOTS = 64
/** A shorter step is the delay of the network. */
const STEP_MS = 500
const WALL_STEP_MS = 2_000

/** Offsets from the time since a boot to an instant: by the server's clock, and by the machine's own. */
type Anchor = Readonly<{ serverMs?: number; wallMs: number }>

/** When a record was made. `atMs`: as it was known then; without it, it is dated when it is delivered. */
export type Stamp = Readonly<{ boot: string; upMs: number; wallMs: number; atMs?: number }>

export type Anchors = Readonly<{
  /** The server said the time, in the middle of a call. Resolves when records of this boot can be dated for good. */
  note: (serverMs: number, upMs: number) => Promise<void>
  /** Keeps what the wall clock says, for the case that this boot never reaches the server. */
  noteWall: () => Promise<void>
  stamp: (atMs: number) => Stamp
  /**
   * The instant of a record: the same at each try, so that the server knows a repeated record.
   * @returns isEstimated: its boot never reached the server, so the machine's own clock is believed. undefined: not yet
   */
  date: (stamp: Stamp) => Readonly<{ atMs: number; isEstimated: boolean }> | undefined
  /** By how much the machine's clock is ahead of the server's; undefined: no server said anything yet. */
  offsetMs: () => number | undefined
}>

export async function openAnchors(disk: Disk, clock: BootClock): Promise<Anchors> {
  const boots = new Map<string, Anchor>(Object.entries(toBoots(await readWhole(disk, FILE))))
  const { boot } = clock
  const wallOffset = (): number => clock.wallMs() - clock.upMs()
  /** For new records: follows the server's clock. */
  let newestMs = boots.get(boot)?.serverMs
  let isHeard = false
  let saving: Promise<void> = Promise.resolve()
  const save = (anchor: Anchor): Promise<void> => {
    boots.delete(boot)
    boots.set(boot, anchor)
    const kept = Object.fromEntries([...boots].slice(-MOST_BOOTS))
    saving = saving.catch(() => {}).then(() => writeWhole(disk, FILE, kept))
    return saving
  }
  return {
    note: async (serverMs, upMs) => {
      const offsetMs = serverMs - upMs
      const known = boots.get(boot)
      if (known?.serverMs === undefined) await save({ wallMs: wallOffset(), serverMs: offsetMs })
      if (newestMs === undefined || Math.abs(offsetMs - newestMs) > STEP_MS) newestMs = offsetMs
      isHeard = true
    },
    noteWall: async () => {
      const known = boots.get(boot)
      if (known !== undefined && Math.abs(known.wallMs - wallOffset()) < WALL_STEP_MS) return
      await save({ ...known, wallMs: wallOffset() })
    },
    stamp: (atMs) => {
      const upMs = clock.toUpMs(atMs)
      const wallMs = Math.round(wallOffset() + upMs)
      return { boot, upMs, wallMs, ...(newestMs !== undefined && { atMs: Math.round(newestMs + upMs) }) }
    },
    date: ({ boot: own, upMs, wallMs, atMs }) => {
      if (atMs !== undefined) return { atMs, isEstimated: false }
      const anchor = boots.get(own)
      if (anchor?.serverMs !== undefined) return { atMs: Math.round(anchor.serverMs + upMs), isEstimated: false }
      // Of this boot the server will say it.
      if (own === boot) return undefined
      return { atMs: anchor === undefined ? wallMs : Math.round(anchor.wallMs + upMs), isEstimated: true }
    },
    offsetMs: () => (isHeard && newestMs !== undefined ? Math.round(wallOffset() - newestMs) : undefined),
  }
}

function toBoots(value: unknown): Readonly<Record<string, Anchor>> {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(
    Object.entries(value as Record<string, Partial<Anchor>>).flatMap(([boot, { serverMs, wallMs }]) =>
      typeof wallMs === 'number' ? [[boot, { wallMs, ...(typeof serverMs === 'number' && { serverMs }) }]] : [],
    ),
  )
}
