/**
 * Each organization has its own color, so that the current identity is visible at a glance: its hue, degrees in 0..360.
 */
export const hueOf = (organisationId: number): number =>
  // Steps of the golden angle keep neighboring ids far apart.
  Math.round((225 + (organisationId - 1) * 137.508) % 360)

/** For the style of an element above the uses of identity-hued colors. */
export const hueStyle = (organisationId: number): React.CSSProperties =>
  ({ '--identity-hue': hueOf(organisationId) }) as React.CSSProperties
