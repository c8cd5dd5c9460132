/**
 * Each organization has its own color, so that the current identity is visible at a glance: its hue, degrees in 0..360.
 */
export const hueOf = (organizationId: number): number =>
  // Steps of the golden angle keep neighboring ids far apart.
  Math.round((225 + (organizationId - 1) * 137.508) % 360)

/** For the style of an element above the uses of identity-hued colors. */
export const hueStyle = (organizationId: number): React.CSSProperties =>
  ({ '--identity-hue': hueOf(organizationId) }) as React.CSSProperties
