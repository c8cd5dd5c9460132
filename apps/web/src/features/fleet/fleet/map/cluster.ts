import { rankOf, type Status } from '@heliograph/domain/status.ts'
import type { FleetPlace } from '../../../../api/fleet.ts'
import { isClosest, type Point, project, type Size, toScreen, type View } from './projection.ts'

/** Dots nearer to each other than this are one. */
const NEAR_PX = 28
const RING_PX = 22

export type Dot = Readonly<{
  key: string
  /** On the screen. */
  at: Point
  count: number
  /** The worst of its plants. */
  status: Status
  places: readonly FleetPlace[]
}>

const pointOf = (place: FleetPlace): Point => project(place.latitudeDeg, place.longitudeDeg)
export const pointsOf = (places: readonly FleetPlace[]): readonly Point[] => places.map(pointOf)
const keyOf = ({ plantId, latitudeDeg, longitudeDeg }: FleetPlace): string =>
  `${plantId ?? ''}@${latitudeDeg},${longitudeDeg}`

/** Places as dots that do not cover each other, those outside of the picture left out. */
export function clusterPlaces(places: readonly FleetPlace[], view: View, size: Size): readonly Dot[] {
  const groups: { at: Point; places: FleetPlace[] }[] = []
  // The worst first, so that a group stands where its worst plant is.
  for (const place of places.toSorted((a, b) => rankOf(a.status) - rankOf(b.status))) {
    const at = toScreen(view, size, pointOf(place))
    if (at.x < -NEAR_PX || at.y < -NEAR_PX || at.x > size.width + NEAR_PX || at.y > size.height + NEAR_PX) continue
    const near = groups.find((group) => Math.hypot(group.at.x - at.x, group.at.y - at.y) < NEAR_PX)
    if (near) near.places.push(place)
    else groups.push({ at, places: [place] })
  }
  const spreads = isClosest(view, size)
  return groups.flatMap((group) => (spreads ? spread(group) : [toDot(group.at, group.places)]))
}

/** Plants that stay at one spot at every zoom, in a ring around it. */
function spread({ at, places }: Readonly<{ at: Point; places: readonly FleetPlace[] }>): readonly Dot[] {
  const radius = places.length === 1 ? 0 : Math.max(RING_PX, (places.length * NEAR_PX) / (2 * Math.PI))
  return places.map((place, n) => {
    const turn = (2 * Math.PI * n) / places.length
    return toDot({ x: at.x + radius * Math.sin(turn), y: at.y - radius * Math.cos(turn) }, [place])
  })
}

const toDot = (at: Point, places: readonly FleetPlace[]): Dot => ({
  key: places.map(keyOf).slice(0, 1).join(),
  at,
  count: places.reduce((sum, { count }) => sum + count, 0),
  status: places.reduce<Status>((worst, { status }) => (rankOf(status) < rankOf(worst) ? status : worst), 'well'),
  places,
})
