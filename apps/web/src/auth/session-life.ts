import { type DataCenter, dataCenters } from '@heliograph/domain/regions.ts'

/**
 * The page cannot read its session's cookie, so it notes when the session began and how long it lasts, and renews it
 * before it ends. The note holds no secret; a refusal removes a note that outlives its session.
 */
const NOTE = 'heliograph.session'
/** The data center in which the session was opened, if there are several (specification, section 4). */
const CENTER = 'heliograph.loginCenter'

type Note = Readonly<{ sinceMs: number; lifeMs: number }>

/** @param center the data center, if there are several; a renewal leaves it unchanged */
export function noteSession(expiresInS: number, nowMs: number, center?: DataCenter): void {
  localStorage.setItem(NOTE, JSON.stringify({ sinceMs: nowMs, lifeMs: expiresInS * 1000 }))
  if (center) localStorage.setItem(CENTER, center)
}

export function forgetSession(): void {
  localStorage.removeItem(NOTE)
  localStorage.removeItem(CENTER)
}

/** The data center for calls made before the brand says whether there are several. */
export const readLoginCenter = (): DataCenter | undefined => {
  const stored = localStorage.getItem(CENTER)
  return dataCenters.find((center) => center === stored)
}

function readNote(): Note | undefined {
  try {
    const note = JSON.parse(localStorage.getItem(NOTE) ?? 'null') as Partial<Note> | null
    return typeof note?.sinceMs === 'number' && typeof note.lifeMs === 'number' ? (note as Note) : undefined
  } catch {
    return undefined
  }
}

/** More than half of the session's life is over, and not all of it. */
export function isRenewalDue(nowMs: number): boolean {
  const note = readNote()
  if (!note) return false
  const age = nowMs - note.sinceMs
  // A clock that was set back makes the note worthless; a renewal costs little.
  return age < 0 || (age > note.lifeMs / 2 && age < note.lifeMs)
}

type Renewal = Readonly<{
  /** Requests a new session; resolves to its life in seconds. */
  renew: () => Promise<number>
  /** Whether a failure means that the session no longer exists. */
  isOver: (failure: unknown) => boolean
  nowMs: () => number
  /** Runs once at a time among all tabs: the token that a renewal replaces becomes invalid at once. */
  alone?: (run: () => Promise<void>) => Promise<unknown>
}>

/** @returns a function that renews if due and resolves when calls may be made again; it never rejects */
export function createRenewal({ renew, isOver, nowMs, alone = (run) => run() }: Renewal): () => Promise<void> {
  let running: Promise<void> | undefined
  const run = async (): Promise<void> => {
    // Another tab may have renewed it while this one waited.
    if (!isRenewalDue(nowMs())) return
    try {
      noteSession(await renew(), nowMs())
    } catch (failure) {
      // Offline, it is tried again when the page becomes visible.
      if (isOver(failure)) forgetSession()
    }
  }
  return async () => {
    if (!isRenewalDue(nowMs())) return
    running ??= alone(run)
      .then(() => undefined)
      .finally(() => {
        running = undefined
      })
    await running
  }
}
