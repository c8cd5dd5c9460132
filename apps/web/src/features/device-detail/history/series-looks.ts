/**
 * Styles for several quantities at once: the role's own color, then its shades, alternately dashed, so that color is
 * never the only difference.
 */
import { type Role, roleOf } from '../device-values.ts'

export type SeriesLook = Readonly<{ colour: string; dashed: boolean; fill: string }>

const SHADES = 4
const fills: Readonly<Record<Role, string>> = {
  solar: 'solar',
  battery: 'battery',
  grid: 'grid',
  load: 'load',
  ups: 'ups',
  generator: 'generator',
  device: 'primary',
  other: 'text-3',
}

/**
 * Names of custom properties: `device-solar-1` (history-colours.css) for lines, `solar` for bars, as in the flow and
 * the tiles.
 */
export function looksOf(ids: readonly string[]): readonly SeriesLook[] {
  const used = new Map<Role, number>()
  return ids.map((id) => {
    const role = roleOf(id)
    const nth = used.get(role) ?? 0
    used.set(role, nth + 1)
    const colour = `device-${role}-${(nth % SHADES) + 1}`
    return { colour, dashed: nth % 2 === 1, fill: nth === 0 ? fills[role] : colour }
  })
}
