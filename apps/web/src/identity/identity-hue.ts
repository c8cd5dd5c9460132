/** Every organisation has a colour of its own, so that a glance tells for whom one works: its hue, degrees in 0..360. */
export const hueOf = (organisationId: number): number =>
  // Steps of the golden angle keep neighbouring ids far apart.
  Math.round((225 + (organisationId - 1) * 137.508) % 360)

/** For the style of an element below which identity-hued colours are used. */
export const hueStyle = (organisationId: number): React.CSSProperties =>
  ({ '--identity-hue': hueOf(organisationId) }) as React.CSSProperties
