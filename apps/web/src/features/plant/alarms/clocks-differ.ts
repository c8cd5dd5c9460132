import { offsetMinutes } from '@heliograph/domain/time.ts'

/** Whether the clocks of plants show different times: then each time that stands below another says which one it is of. */
export const clocksDiffer = (plants: readonly Readonly<{ zone: string }>[], nowMs: number): boolean =>
  new Set(plants.map(({ zone }) => offsetMinutes(nowMs, zone))).size > 1
