import { MINUTE_MS } from '../duration.ts'
import type { QuantityId } from '../quantities.ts'
import type { AlarmEvidence, AlarmParameters } from './alarm.ts'
import { type AnyRuleId, USER_RULE } from './rule-ids.ts'
import type { SampleFacts, WatchedDevice } from './sample-facts.ts'
import { inverterRules, type SampleRule } from './sample-rules.ts'
import { storageRules } from './storage-rules.ts'
import type { UserRule } from './user-rule.ts'
import { advance, bad, good, unknown, type Watch } from './watch.ts'

/** All rules that run on samples. */
export const sampleRules: readonly SampleRule[] = [...inverterRules, ...storageRules]

/** A gap counts for at most so many intervals. */
const MOST_INTERVALS = 3

/** A rule at a part of a device, ready to look: which ones a device has follows from its quantities. */
export type Lookout = Readonly<{
  /** Names it among the watches of its device. */
  key: string
  rule: AnyRuleId
  userRuleId: string | null
  part: string
  grace: SampleRule['grace']
  look: (facts: SampleFacts, watch: Watch | undefined) => ReturnType<SampleRule['look']>
}>

/** By key of the lookout; without an entry all is well there. */
export type Watches = Readonly<Record<string, Watch>>

export type DeviceFinding = Readonly<{
  rule: AnyRuleId
  userRuleId: string | null
  part: string
  change:
    | Readonly<{
        kind: 'open'
        openedAtMs: number
        atMs: number
        parameters: AlarmParameters
        evidence: AlarmEvidence
      }>
    | Readonly<{ kind: 'close'; atMs: number }>
    | Readonly<{ kind: 'seen'; atMs: number }>
}>

/** Rules that watch a device: the rules by default that concern it, and people's own rules for it. */
export function lookoutsOf(
  device: WatchedDevice,
  userRules: readonly Readonly<{ id: string; rule: UserRule }>[] = [],
): readonly Lookout[] {
  const own = sampleRules.flatMap((rule) =>
    rule.partsOf(device).map(
      (part): Lookout => ({
        key: part === '' ? rule.id : `${rule.id} ${part}`,
        rule: rule.id,
        userRuleId: null,
        part,
        grace: rule.grace,
        look: (facts, watch) => rule.look(device, facts, part, watch),
      }),
    ),
  )
  const options = userRules.filter(({ rule }) => device.quantities.includes(rule.quantity))
  return [...own, ...options.map(({ id, rule }) => toLookout(id, rule))]
}

/** All quantities that a person's rule asks a sample for. */
export const quantitiesOf = ({ quantity }: Pick<UserRule, 'quantity'>): readonly QuantityId[] => [
  ...new Set<QuantityId>([quantity, ...powers]),
]
/** The first that is known. */
const powers = ['acPowerW', 'pvPowerW'] as const satisfies readonly QuantityId[]

function toLookout(id: string, rule: UserRule): Lookout {
  const sign = rule.comparison === 'above' ? 1 : -1
  return {
    key: `${USER_RULE} ${id}`,
    rule: USER_RULE,
    userRuleId: id,
    part: '',
    grace: { samples: rule.forMs >= MINUTE_MS ? 1 : 3, forMs: rule.forMs, goodSamples: 1 },
    look: (facts, watch) => {
      const value = facts.read(rule.quantity)
      if (value === undefined) return unknown
      if (rule.sunAboveDeg !== null && facts.sunDeg() < rule.sunAboveDeg) return unknown
      if (rule.powerAboveW !== null) {
        const powerW = powers.map((quantity) => facts.read(quantity)).find((read) => read !== undefined)
        if (powerW === undefined || Math.abs(powerW) <= rule.powerAboveW) return unknown
      }
      const slack = watch?.isOpen ? rule.hysteresis : 0
      const isBad = sign * (value - rule.threshold) > -slack && (slack > 0 || value !== rule.threshold)
      return isBad ? bad({ value, threshold: rule.threshold }) : good
    },
  }
}

/** A step over one sample. `watches` is the same object if nothing changed. */
export function judgeSample(
  lookouts: readonly Lookout[],
  watches: Watches,
  facts: SampleFacts,
  intervalMs: number,
): Readonly<{ watches: Watches; findings: readonly DeviceFinding[] }> {
  let next: Record<string, Watch> | undefined
  const findings: DeviceFinding[] = []
  for (const { key, rule, userRuleId, part, grace, look } of lookouts) {
    const known = watches[key]
    const finding = look(facts, known)
    if (finding.verdict === 'unknown' || (finding.verdict === 'good' && known === undefined)) continue
    const { watch, change } = advance(grace, known, finding, facts.atMs, MOST_INTERVALS * intervalMs)
    if (watch !== known) {
      next ??= { ...watches }
      if (watch === undefined) delete next[key]
      else next[key] = watch
    }
    if (change !== undefined)
      findings.push({
        rule,
        userRuleId,
        part,
        change: change.kind === 'open' ? { ...change, atMs: facts.atMs } : change,
      })
  }
  return { watches: next ?? watches, findings }
}

/**
 * The same over a range of samples: what would have been found, and when. Samples may come in any order; a second one
 * of the same instant is left out.
 */
export function judgeSamples(
  lookouts: readonly Lookout[],
  samples: readonly SampleFacts[],
  intervalMs: number,
  before: Watches = {},
): Readonly<{ watches: Watches; findings: readonly DeviceFinding[] }> {
  let watches = before
  const findings: DeviceFinding[] = []
  let lastMs = Number.NEGATIVE_INFINITY
  for (const facts of samples.toSorted((a, b) => a.atMs - b.atMs)) {
    if (facts.atMs === lastMs) continue
    lastMs = facts.atMs
    const step = judgeSample(lookouts, watches, facts, intervalMs)
    watches = step.watches
    findings.push(...step.findings)
  }
  return { watches, findings }
}
