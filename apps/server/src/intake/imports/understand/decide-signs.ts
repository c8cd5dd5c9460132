import { counterFlow, type ImportFlow, isFlow } from '../mapping.ts'
import type { Candidate } from './candidate.ts'
import { decidePositive } from './decide-positive.ts'

/** Standby of an inverter; a share of values that is no direction of its own. */
const FEW = 0.005

export function decideSigns(one: Candidate, all: readonly Candidate[]): void {
  const { content, flow, form } = one
  const { positives, negatives } = content
  // By their number: one code for an error is larger than all others.
  const isNegative = negatives > 9 * positives
  const isBoth = negatives > Math.max(1, FEW * (positives + negatives)) && !isNegative
  const isInterval = form === 'power' || form === 'energy'
  if (one.known?.hasBothSigns && isFlow(flow)) {
    checkSigns(one, all, flow)
    return
  }
  if (flow === 'grid' || flow === 'battery') {
    const [first, second] = flow === 'grid' ? (['import', 'export'] as const) : (['discharge', 'charge'] as const)
    const has = (way: ImportFlow): boolean =>
      all.some((other) => other !== one && other.signs !== 'both' && other.flow === way)
    // "Grid" beside what is fed in is what is bought.
    if (isInterval && has(second) && !has(first) && negatives === 0 && positives > 0) {
      one.flow = first
      return
    }
    const hasOwn = has(first) || has(second)
    // Both directions have columns of their own.
    if (hasOwn || !isInterval) {
      one.flow = hasOwn ? 'any' : first
      if (!hasOwn && !isInterval) one.open.add('flow')
      return
    }
    const positive = one.meaning.positive ?? decidePositive(one, all, [first, second])
    one.flow = positive ?? first
    one.signs = 'both'
    if (positive === undefined) one.open.add('signs')
    return
  }
  if (isNegative && isInterval) {
    one.signs = 'negative'
    return
  }
  const counter = isFlow(flow) ? counterFlow[flow] : undefined
  if (counter === undefined || !isInterval) return
  const isAlone = !all.some((other) => other !== one && other.flow === counter)
  if (isBoth && isAlone) {
    one.signs = 'both'
    if (one.meaning.positive !== undefined) one.flow = one.meaning.positive
  }
}

/** A format's word on the signs holds, unless the balance of the file says otherwise. */
function checkSigns(one: Candidate, all: readonly Candidate[], flow: ImportFlow): void {
  const counter = counterFlow[flow]
  one.signs = 'both'
  if (counter === undefined) return
  const isFirst = flow === 'import' || flow === 'discharge'
  const found = decidePositive(one, all, isFirst ? [flow, counter] : [counter, flow])
  if (found !== undefined && found !== flow) one.open.add('signs')
}
