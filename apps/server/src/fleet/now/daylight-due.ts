import { DAY_MS } from '@heliograph/domain/duration.ts'
import { hasPlace } from '@heliograph/domain/has-place.ts'
import type { DueTime } from '@heliograph/domain/status.ts'
import { createDaylightDue, type WakeUp } from '@heliograph/solar/due-time.ts'

/** Where the sun is unknown, a whole day was light enough somewhere in it. */
const someDay: Pick<DueTime, 'reach'> = { reach: (fromMs, dueMs) => fromMs + DAY_MS + dueMs }

/** When a device that its panels feed should report at a plant, as far as its place is known. */
export const daylightDueAt = (
  place: Readonly<{ latitudeDeg: number; longitudeDeg: number }>,
  wakeUp: WakeUp,
): Pick<DueTime, 'reach'> =>
  hasPlace(place) ? createDaylightDue(place.latitudeDeg, place.longitudeDeg, wakeUp) : someDay
