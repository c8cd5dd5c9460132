import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { Agent } from '../../../api/agents.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'

/** A clock that is off by less disturbs nobody; readings are dated by the server's in any case. */
const CLOCK_OFF_MS = MINUTE_MS
/** More records than a few minutes bring. */
const MANY_WAITING = 100

/** The state of an agent as sentences. */
export function useAgentWords() {
  const { text, gap } = useText()
  const format = useFormat()
  const { zone } = useCurrentPlant()
  return (agent: Agent): Readonly<{ tone: 'ok' | 'warn'; sentence: string }> => {
    const { isOnline, heardAtMs, targets, waiting, dropped, refused, clockOffsetMs, version } = agent
    const words = [
      isOnline
        ? text('agents.state.online', { count: targets })
        : heardAtMs === null
          ? text('agents.state.never')
          : text('agents.state.silent', { time: format.momentOfDay(heardAtMs, zone) }),
    ]
    if (isOnline && waiting > MANY_WAITING) words.push(text('agents.waiting', { count: format.count(waiting) }))
    if (dropped > 0) words.push(text('agents.dropped', { count: format.count(dropped) }))
    if (refused > 0) words.push(text('agents.refused', { count: format.count(refused) }))
    const off = Math.abs(clockOffsetMs ?? 0)
    if (off > CLOCK_OFF_MS) words.push(text('agents.clock', { time: format.duration(off) }))
    if (version !== '') words.push(text('agents.version', { version }))
    return { tone: isOnline && dropped === 0 ? 'ok' : 'warn', sentence: words.join(gap) }
  }
}
