import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Emails in the outbox hold codes and links, which are worthless long before. @returns how many files were removed */
export async function removeOldMail(folder: string, beforeMs: number): Promise<number> {
  const names = await readdir(folder).catch(() => [])
  let removed = 0
  for (const name of names.filter((text) => text.endsWith('.eml'))) {
    const path = join(folder, name)
    const written = await stat(path).catch(() => undefined)
    if (written === undefined || written.mtimeMs >= beforeMs) continue
    await rm(path, { force: true })
    removed += 1
  }
  return removed
}
