import { open, readdir, readFile, rename, truncate, unlink } from 'node:fs/promises'
import { join } from 'node:path'

/** A folder, with the steps at which a kill may come: tests have one that forgets what was not synced. */
export type Disk = Readonly<{
  list: () => Promise<readonly string[]>
  read: (name: string) => Promise<Uint8Array>
  /** Writes at the end of a file; durable only after `sync`. */
  append: (name: string, bytes: Uint8Array) => Promise<void>
  truncate: (name: string, size: number) => Promise<void>
  /** `fdatasync` of a file. */
  sync: (name: string) => Promise<void>
  /** Replaces a file in one step. */
  rename: (from: string, to: string) => Promise<void>
  remove: (name: string) => Promise<void>
  /** Makes new names durable. */
  syncNames: () => Promise<void>
}>

export function openDisk(folder: string): Disk {
  const place = (name: string): string => join(folder, name)
  const withFile = async (
    path: string,
    flags: string,
    work: (file: Awaited<ReturnType<typeof open>>) => Promise<void>,
  ) => {
    const file = await open(path, flags, 0o600)
    try {
      await work(file)
    } finally {
      await file.close()
    }
  }
  return {
    list: () => readdir(folder),
    read: (name) => readFile(place(name)),
    append: (name, bytes) => withFile(place(name), 'a', (file) => file.appendFile(bytes)),
    truncate: (name, size) => truncate(place(name), size),
    sync: (name) => withFile(place(name), 'r+', (file) => file.datasync()),
    rename: (from, to) => rename(place(from), place(to)),
    remove: (name) => unlink(place(name)),
    syncNames: () => withFile(folder, 'r', (file) => file.sync()),
  }
}
