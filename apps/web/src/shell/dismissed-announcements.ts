import type { ShownAnnouncement } from '../api/shown-announcements.ts'

const KEY = 'heliograph-dismissed-announcements'
const MOST_KEPT = 100

/** A changed announcement has another mark. */
export const toMark = ({ id, revision }: Pick<ShownAnnouncement, 'id' | 'revision'>): string => `${id}:${revision}`

/** Of this browser; none where it keeps nothing. */
export function readDismissed(): ReadonlySet<string> {
  try {
    const marks: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return new Set(Array.isArray(marks) ? marks.filter((one) => typeof one === 'string') : [])
  } catch {
    return new Set()
  }
}

/** @returns all that are dismissed */
export function rememberDismissed(mark: string): ReadonlySet<string> {
  const marks = [...readDismissed(), mark].slice(-MOST_KEPT)
  try {
    localStorage.setItem(KEY, JSON.stringify(marks))
  } catch {
    // A private window: the banner is gone until the page is opened again.
  }
  return new Set(marks)
}
