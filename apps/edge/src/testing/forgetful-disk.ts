import type { Disk } from '../store/disk.ts'

/** The process is gone: nothing after this happens. */
export class Killed extends Error {}

type Content = { synced: Buffer; now: Buffer }
type NameChange = (names: Map<string, Content>) => void

/** A disk in memory that forgets, at a kill, what was not synced: a part of it, in any order that a real one allows. */
export type ForgetfulDisk = Disk &
  Readonly<{
    /** Kills the process at this step, counted from now. */
    killAt: (step: number) => void
    /** The disk as the next process finds it. @param random 0 to 1 */
    restart: (random: () => number) => void
    steps: () => number
  }>

export function createForgetfulDisk(random: () => number): ForgetfulDisk {
  let names = new Map<string, Content>()
  let durable = new Map<string, Content>()
  let changes: NameChange[] = []
  let steps = 0
  let killStep = Number.POSITIVE_INFINITY
  const isDead = (): boolean => steps > killStep
  /** @param partly what may have happened when the kill comes in the middle */
  const step = (partly: () => void = () => {}): void => {
    if (isDead()) throw new Killed()
    steps += 1
    if (!isDead()) return
    partly()
    throw new Killed()
  }
  const find = (name: string): Content => {
    const found = names.get(name)
    if (found === undefined) throw new Error(`ENOENT ${name}`)
    return found
  }
  const change = (what: NameChange): void => {
    what(names)
    changes.push(what)
  }
  const append = (name: string, bytes: Uint8Array): void => {
    if (!names.has(name)) {
      const fresh: Content = { synced: Buffer.alloc(0), now: Buffer.alloc(0) }
      change((all) => void all.set(name, fresh))
    }
    const content = find(name)
    content.now = Buffer.concat([content.now, bytes])
  }
  return {
    list: async () => [...names.keys()],
    read: async (name) => Buffer.from(find(name).now),
    append: async (name, bytes) => {
      step(() => append(name, bytes.subarray(0, Math.floor(random() * (bytes.length + 1)))))
      append(name, bytes)
    },
    truncate: async (name, size) => {
      step()
      const content = find(name)
      content.now = content.now.subarray(0, size)
    },
    sync: async (name) => {
      step()
      const content = find(name)
      content.synced = content.now
    },
    rename: async (from, to) => {
      step()
      const content = find(from)
      change((all) => {
        all.delete(from)
        all.set(to, content)
      })
    },
    remove: async (name) => {
      step()
      find(name)
      change((all) => void all.delete(name))
    },
    syncNames: async () => {
      step()
      durable = new Map(names)
      changes = []
    },
    killAt: (after) => {
      killStep = steps + after
    },
    restart: (draw) => {
      // The changes of names reach the disk in their order, as far as they got.
      for (const what of changes.slice(0, Math.floor(draw() * (changes.length + 1)))) what(durable)
      for (const content of new Set(durable.values())) {
        const { synced, now } = content
        // Bytes behind the synced ones may be there, may be missing, and may be other ones.
        const kept = Buffer.from(now.subarray(0, synced.length + Math.floor(draw() * (now.length - synced.length + 1))))
        if (kept.length > synced.length && draw() < 0.5) kept[kept.length - 1] = Math.floor(draw() * 256)
        const left = now.length < synced.length ? (draw() < 0.5 ? synced : now) : kept
        content.now = Buffer.from(left)
        content.synced = Buffer.from(left)
      }
      names = new Map(durable)
      changes = []
      killStep = Number.POSITIVE_INFINITY
    },
    steps: () => steps,
  }
}
