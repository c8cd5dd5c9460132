/**
 * Styles for several quantities at once: the role's own color, then its shades, alternately dashed, so that color is
 * never the only difference. Quantities without a role take the chart colors in turn.
 */
import { type Role, roleOf } from '../device-values.ts'

export type SeriesLook = Readonly<{ colour: string; dashed: boolean; fill: string }>

const SHADES = 4
/** Of the brand, or the page's own (ui/tokens.css). */
const CHART_COLOURS = 12
const fills: Readonly<Record<Exclude<Role, 'device' | 'other'>, string>> = {
  solar: 'solar',
  battery: 'battery',
  grid: 'grid',
  load: 'load',
  ups: 'ups',
  generator: 'generator',
}

/**
 * Names of custom properties: `device-solar-1` (history-colours.css) or `chart-1` for lines, `solar` for bars, as in the flow and
 * the tiles.
 */
export function looksOf(ids: readonly string[]): readonly SeriesLook[] {
  const used = new Map<Role, number>()
  let neutral = 0
  return ids.map((id) => {
    const role = roleOf(id)
    const nth = used.get(role) ?? 0
    used.set(role, nth + 1)
    if (role === 'device' || role === 'other') {
      const colour = `chart-${(neutral % CHART_COLOURS) + 1}`
      neutral += 1
      return { colour, dashed: nth % 2 === 1, fill: colour }
    }
    const colour = `device-${role}-${(nth % SHADES) + 1}`
    return { colour, dashed: nth % 2 === 1, fill: nth === 0 ? fills[role] : colour }
  })
}
