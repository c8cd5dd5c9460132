import { DAY_MS, HOUR_MS } from '../duration.ts'
import type { AlarmEvidence, AlarmInfluence, AlarmLevel, AlarmParameters, AlarmTarget, EndReason } from './alarm.ts'
import type { AnyRuleId } from './rule-ids.ts'

/** An alarm that comes back so soon after its end is the same one. */
export const REOPEN_MS = 6 * HOUR_MS

/** A plant without any contact for so long is dormant: it raises no alarm until it speaks, or a person wakes it. */
export const DORMANT_MS = 60 * DAY_MS

/** Which alarm a change is about: at most one is open. */
export type AlarmKey = Readonly<{ target: AlarmTarget; rule: AnyRuleId; userRuleId: string | null }>

/** Findings of the engine. Applied twice, a change is the same as once. */
export type AlarmChange =
  | (AlarmKey &
      Readonly<{
        kind: 'open'
        level: AlarmLevel
        influence: AlarmInfluence
        openedAtMs: number
        lastSeenMs: number
        parameters: AlarmParameters
        evidence: AlarmEvidence
        lostWh: number | null
        /** Alarms of one cause share it; '': stands alone. */
        groupKey: string
      }>)
  /** It still holds, and its figures changed. */
  | (AlarmKey &
      Readonly<{
        kind: 'update'
        lastSeenMs: number
        parameters?: AlarmParameters
        evidence?: AlarmEvidence
        lostWh?: number | null
        openedAtMs?: number
      }>)
  | (AlarmKey & Readonly<{ kind: 'close'; atMs: number; reason: EndReason }>)

/** Rules whose alarms have one cause far beyond a plant: an outage of the grid, or of a network. */
const regional: ReadonlySet<AnyRuleId> = new Set(['loggerSilent', 'deviceSilent', 'gridOutage', 'collectionFailure'])

/** Alarms that become known together under one key share one message. */
export const groupKeyOf = (rule: AnyRuleId, plantId: number): string =>
  regional.has(rule) ? rule : `${rule} ${plantId}`
