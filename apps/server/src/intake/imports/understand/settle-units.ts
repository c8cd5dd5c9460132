import { type ImportUnit, isFit } from '../mapping.ts'
import type { Candidate } from './candidate.ts'

const large: ReadonlySet<ImportUnit> = new Set(['MWh', 'GWh', 'MW', 'GW'])
/** A plant produces and a house uses something; what is bought, sold or stored may be next to nothing. */
const isNeverNothing = ({ flow }: Candidate): boolean => flow === 'generation' || flow === 'load' || flow === 'any'

/**
 * Units that only values speak of: columns of the same kind share one, because a file does not change it from column to
 * column. What is left of a lone column that would have to be very large for a small number is asked.
 */
export function settleUnits(candidates: readonly Candidate[]): void {
  const guessed = candidates.filter(({ guessedUnits }) => guessedUnits !== undefined)
  const groups = new Map<string, Candidate[]>()
  for (const one of guessed) {
    const key = `${one.name === null ? '' : one.column} ${kindOf(one, guessed)} ${one.meaning.isToday} ${one.meaning.isTotal}`
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  for (const group of groups.values()) {
    const unit = group.length > 1 ? sharedUnit(group) : undefined
    for (const one of group) {
      if (unit !== undefined) {
        one.unit = unit
        one.open.delete('unit')
        one.unitChoices.length = 0
      } else if (large.has(one.unit) && !isNeverNothing(one) && !one.open.has('unit')) {
        one.open.add('unit')
        one.unitChoices.push(...(one.guessedUnits?.possible ?? []))
      }
    }
  }
}

/** Power or energy, by the column itself or by all others of the table. */
function kindOf(one: Candidate, all: readonly Candidate[]): string {
  const own = kindsOf(one)
  if (own !== 'either') return own
  const others = new Set(all.map(kindsOf).filter((kind) => kind !== 'either'))
  const [only] = others
  return others.size === 1 && only !== undefined ? only : own
}

const kindsOf = ({ guessedUnits }: Candidate): 'power' | 'energy' | 'either' => {
  const powers = guessedUnits?.kinds.filter((unit) => isFit('power', unit)).length ?? 0
  return powers === 0 ? 'energy' : powers === guessedUnits?.kinds.length ? 'power' : 'either'
}

/** The only unit that is possible for all and likely for most of them. */
function sharedUnit(group: readonly Candidate[]): ImportUnit | undefined {
  const votes = (group[0]?.guessedUnits?.possible ?? [])
    .filter((unit) => group.every(({ guessedUnits }) => guessedUnits?.possible.includes(unit)))
    .map((unit) => ({ unit, count: group.filter(({ guessedUnits }) => guessedUnits?.likely.includes(unit)).length }))
    .sort((a, b) => b.count - a.count)
  const [first, second] = votes
  return first !== undefined && first.count > (second?.count ?? 0) ? first.unit : undefined
}
