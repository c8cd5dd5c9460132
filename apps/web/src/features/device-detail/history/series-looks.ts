/** Colours for several quantities at once: the role's own colour, in shades and dashes where a role comes twice. */
import { type Role, roleOf } from '../device-values.ts'

export type SeriesLook = Readonly<{ colour: string; dashed: boolean }>

const SHADES = 4

/** Names of custom properties (history.css): `device-solar-1` is the colour of the flow and the tiles. */
export function looksOf(ids: readonly string[]): readonly SeriesLook[] {
  const used = new Map<Role, number>()
  return ids.map((id) => {
    const role = roleOf(id)
    const nth = used.get(role) ?? 0
    used.set(role, nth + 1)
    return { colour: `device-${role}-${(nth % SHADES) + 1}`, dashed: nth >= SHADES }
  })
}
