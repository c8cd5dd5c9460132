import type { probeReasons, Target } from '../../../api/targets.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'

/** Failures of connections, as the system and the ways name them. */
const reasonKeys: Readonly<Record<string, (typeof probeReasons)[number]>> = {
  ECONNREFUSED: 'refused',
  'not Modbus': 'otherProtocol',
  PARAM_ERROR: 'network',
  busy: 'busy',
  offline: 'offline',
  'not allowed': 'notAllowed',
}

/** The state of a target as a sentence. */
export function useTargetWords() {
  const { text, gap } = useText()
  const format = useFormat()
  const { zone } = useCurrentPlant()
  const ports = (list: readonly number[]): string => list.join(', ') || '--'
  return ({
    report,
    pollSeconds,
    devices,
    movedFrom,
    lost,
    isPaused,
  }: Target): Readonly<{ tone: 'ok' | 'warn'; sentence: string }> => {
    if (isPaused) return { tone: 'warn', sentence: text('connection.paused') }
    if (report === null || report.state === 'starting') return { tone: 'ok', sentence: text('targets.state.starting') }
    const [other] = report.otherDevices
    if (other) return { tone: 'warn', sentence: text('targets.other', other) }
    if (report.failure) {
      const { sinceMs, reason } = report.failure
      const why = text(`targets.fault.${reasonKeys[reason] ?? 'noAnswer'}`)
      const words = [text('targets.state.failing', { time: format.momentOfDay(sinceMs, zone) }), why]
      if (lost) words.push(text('targets.lost', { before: ports(lost.before), now: ports(lost.now) }))
      return { tone: 'warn', sentence: words.join(gap) }
    }
    if (report.asleep.length > 0 && report.asleep.length === devices.length)
      return { tone: 'ok', sentence: text('targets.asleep', { serials: report.asleep.join(', ') }) }
    const working = text('targets.state.working', { interval: format.duration(pollSeconds * 1000) })
    const moved = movedFrom === null ? [] : [text('targets.moved', { host: movedFrom })]
    return { tone: 'ok', sentence: [working, ...moved].join(gap) }
  }
}
