import type { Disk } from './disk.ts'

/** Writes a small file so that after a kill it is the old one or the new one. */
export async function writeWhole(disk: Disk, name: string, content: unknown): Promise<void> {
  const draft = `${name}.new`
  if ((await disk.list()).includes(draft)) await disk.remove(draft)
  await disk.append(draft, Buffer.from(JSON.stringify(content)))
  await disk.sync(draft)
  await disk.rename(draft, name)
  await disk.syncNames()
}

/** The content of such a file; undefined: there is none, or it cannot be read. */
export async function readWhole(disk: Disk, name: string): Promise<unknown> {
  if (!(await disk.list()).includes(name)) return undefined
  try {
    return JSON.parse(Buffer.from(await disk.read(name)).toString('utf8'))
  } catch {
    return undefined
  }
}
