/**
 * Styles for several quantities at once: the role's own color, then its shades; each string a hue of its own, the same
 * on every device. The stroke differs too, so that color is never the only difference.
 */
import { type Stroke, strokes } from '../../../../charts/line-data.ts'
import { type Role, roleOf } from '../device-values.ts'

export type SeriesLook = Readonly<{ color: string; stroke: Stroke; fill: string }>

const SHADES = 4
/** chart-1 to chart-12: of the brand, or the page's own (ui/tokens.css). */
export const HUES = 12
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

/** A hue, 0 to 11, and after all of them the same ones with another stroke. */
export function hueLook(nth: number): SeriesLook {
  const color = `chart-${(nth % HUES) + 1}`
  const turn = nth + 2 * Math.floor(nth / HUES)
  return { color, stroke: strokes[turn % strokes.length] ?? 'solid', fill: color }
}

/**
 * Names of custom properties: `device-solar-1` (history-colors.css) for lines, `solar` for bars, as in the flow and
 * the tiles.
 */
export function looksOf(ids: readonly string[]): readonly SeriesLook[] {
  const used = new Map<Role, number>()
  return ids.map((id) => {
    const [, string] = /^pv(\d+)/.exec(id) ?? []
    if (string !== undefined) return hueLook(Number(string) - 1)
    const role = roleOf(id)
    const nth = used.get(role) ?? 0
    used.set(role, nth + 1)
    const color = `device-${role}-${(nth % SHADES) + 1}`
    return { color, stroke: strokes[nth % strokes.length] ?? 'solid', fill: nth === 0 ? fills[role] : color }
  })
}
