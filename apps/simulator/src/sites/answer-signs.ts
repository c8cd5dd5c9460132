import { setTimeout as sleep } from 'node:timers/promises'
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { Platform } from '../platform.ts'
import type { Home } from './home.ts'
import { withPatience } from './with-patience.ts'

/** Below it nobody sees which way power flows. */
const CLEAR_W = 200
/** A share: the server shows a reading of a minute, and the light moves. */
const NEAR = 0.3
const MOST_TRIES = 20

/**
 * Says what the server asks the owner of a home: each meter measures its connection to the grid, and whether the sun
 * produces and the house takes from the grid now, as soon as either is clear.
 */
export async function answerSigns(
  platform: Platform,
  { plantId: id, home }: Readonly<{ plantId: number; home: Home }>,
  wait: (ms: number) => Promise<unknown> = sleep,
): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const params = { id }
    const { powers, meters } = await withPatience(() => platform.call('GET /maintain-s/station/{id}/signs', { params }))
    for (const { deviceId: mid, role } of meters)
      if (role === null)
        await withPatience(() =>
          platform.call('POST /maintain-s/power/system/{id}/meter/{mid}/config', {
            params: { id, mid },
            body: { role: 'grid' },
          }),
        )
    const body = answersOf(home, powers)
    if (body) {
      const { sun, grid } = await withPatience(() =>
        platform.call('POST /maintain-s/station/{id}/signs', { params, body }),
      )
      // Its newest values may be of another moment.
      if (sun !== 'unclear' && sun !== 'contradicts' && grid !== 'unclear' && grid !== 'contradicts') return
    }
    await wait(MINUTE_MS)
  }
}

type Shown = Readonly<{ power: string; powerW: number }>

/** Undefined: nothing is clear now, or what the server shows is of another moment. */
function answersOf({ momentAt, now }: Home, powers: readonly Shown[]) {
  const moment = momentAt(now())
  if (moment === undefined) return undefined
  const { inverters, flows } = moment.powers
  const pvW = inverters.reduce((sum, { dcW }) => sum + dcW, 0)
  const gridW = flows.importW - flows.exportW
  const isSeen = (power: string, watts: number): boolean =>
    Math.abs(watts) > CLEAR_W &&
    powers.some(
      (shown) => shown.power === power && Math.abs(Math.abs(shown.powerW) - Math.abs(watts)) < NEAR * Math.abs(watts),
    )
  const answers = {
    ...(isSeen('production', pvW) && { isProducing: true }),
    ...(isSeen('grid', gridW) && { takesFromGrid: gridW > 0 }),
  }
  return Object.keys(answers).length === 0 ? undefined : answers
}
