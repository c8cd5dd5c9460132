import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { Pricing } from '../../fleet/finance/finance.ts'
import type { Db } from '../../platform/db/database.ts'
import { type MeteredYear, readYear } from './read-year.ts'

type Kept = Readonly<{ today: string; atMs: number; year: Promise<MeteredYear> }>

/** A year is some 350 KB. */
const MOST_YEARS = 12
/** Somebody tries sizes for minutes; late records of past days may wait as long. */
const KEPT_MS = 5 * MINUTE_MS

const books = new WeakMap<Db, Map<number, Kept>>()

/** The year of a plant, read once while somebody tries changes. */
export async function keptYear(db: Db, pricing: Pricing, today: string, nowMs: number): Promise<MeteredYear> {
  const kept = books.get(db) ?? new Map<number, Kept>()
  books.set(db, kept)
  const known = kept.get(pricing.plantId)
  if (known && known.today === today && nowMs - known.atMs < KEPT_MS && nowMs >= known.atMs) return known.year
  const year = readYear(db, pricing, today)
  kept.delete(pricing.plantId)
  kept.set(pricing.plantId, { today, atMs: nowMs, year })
  for (const plantId of [...kept.keys()].slice(0, -MOST_YEARS)) kept.delete(plantId)
  try {
    return await year
  } catch (error) {
    kept.delete(pricing.plantId)
    throw error
  }
}
