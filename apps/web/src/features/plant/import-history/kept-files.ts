import { DAY_MS } from '@heliograph/domain/duration.ts'
import type { ImportFile, ReadFile } from './import-file.ts'

/** The server keeps an uploaded file for a day. */
const KEPT_MS = DAY_MS

const keyOf = (userId: number, plantId: number): string => `heliograph.importFiles.${userId}.${plantId}`

/** Files that this person uploaded in this tab, and how each is to be read. */
export function keptFiles(userId: number, plantId: number, nowMs: number): readonly ReadFile[] {
  try {
    const kept: readonly ReadFile[] = JSON.parse(sessionStorage.getItem(keyOf(userId, plantId)) ?? '[]')
    return kept.filter(({ uploadedAtMs }) => nowMs - uploadedAtMs < KEPT_MS).map((file, key) => ({ ...file, key }))
  } catch {
    return []
  }
}

export function keepFiles(userId: number, plantId: number, files: readonly ImportFile[]): void {
  const key = keyOf(userId, plantId)
  const read = files.filter(({ state }) => state === 'read')
  try {
    if (read.length === 0) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(read))
  } catch {
    // Files that do not fit must not come back in part.
    sessionStorage.removeItem(key)
  }
}
