import { REOPEN_MS } from './change.ts'
import type { DeviceFinding } from './judge-samples.ts'

/** One time in which an alarm held; `closedAtMs` null: it still holds. */
export type Episode = Readonly<{ openedAtMs: number; closedAtMs: number | null }>
type Opening = Extract<DeviceFinding['change'], { kind: 'open' }>
/** @property opening what opened it; undefined: it was open before the range */
export type FoundEpisode = Episode & Readonly<{ opening: Opening | undefined }>

/** Names the rule and the part of a device that a finding is about. */
export const findingKey = ({ rule, part, userRuleId }: Pick<DeviceFinding, 'rule' | 'part' | 'userRuleId'>): string =>
  `${rule} ${part} ${userRuleId ?? ''}`

/**
 * Findings over a range as times in which alarms held, by `findingKey`. An alarm that comes back soon is the same one.
 * @param open alarms that were open at the start of the range: since when
 */
export function toEpisodes(
  findings: readonly DeviceFinding[],
  open: ReadonlyMap<string, number> = new Map(),
): ReadonlyMap<string, readonly FoundEpisode[]> {
  const byKey = new Map<string, FoundEpisode[]>()
  for (const [key, openedAtMs] of open) byKey.set(key, [{ openedAtMs, closedAtMs: null, opening: undefined }])
  for (const finding of findings) {
    const { change } = finding
    if (change.kind === 'seen') continue
    const key = findingKey(finding)
    const list = byKey.get(key) ?? []
    byKey.set(key, list)
    const last = list.at(-1)
    if (change.kind === 'close') {
      if (last) list[list.length - 1] = { ...last, closedAtMs: change.atMs }
    } else if (last !== undefined && last.closedAtMs !== null && change.openedAtMs - last.closedAtMs <= REOPEN_MS)
      list[list.length - 1] = { ...last, closedAtMs: null }
    else list.push({ openedAtMs: change.openedAtMs, closedAtMs: null, opening: change })
  }
  return byKey
}

/** Whether two of them are about the same time. */
export const overlaps = (a: Episode, b: Episode): boolean =>
  a.openedAtMs === b.openedAtMs ||
  (a.openedAtMs < (b.closedAtMs ?? Number.POSITIVE_INFINITY) &&
    b.openedAtMs < (a.closedAtMs ?? Number.POSITIVE_INFINITY))
