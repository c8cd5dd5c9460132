/** Modules of a plant that face one way: azimuth 0 north, 90 east, 180 south; tilt 0 flat, 90 upright; nameplate in Wp. */
export type ModulePlane = Readonly<{ name: string; azimuthDeg: number; tiltDeg: number; capacityWp: number }>

/** The orientation of a plant's modules: `planes` is empty where all of them are on one plane. */
export type ModulesOfPlant = Readonly<{
  capacityWp: number
  azimuthDeg: number
  tiltDeg: number
  planes: readonly ModulePlane[]
}>

/** The most planes that a plant may have: each one costs time in every expected power. */
export const MOST_PLANES = 20

/** The planes of a plant, at least one, with their nameplates in Wp. */
export const planesOf = ({ capacityWp, azimuthDeg, tiltDeg, planes }: ModulesOfPlant): readonly ModulePlane[] =>
  planes.length > 0 ? planes : [{ name: '', azimuthDeg, tiltDeg, capacityWp }]

/**
 * The planes as the physics of packages/solar takes them.
 * @param wholeW what they have together, W; by default their nameplates
 */
export function fixedPlanesOf(plant: ModulesOfPlant, wholeW?: number) {
  const planes = planesOf(plant)
  const sumWp = sumOfPlanes(planes)
  return planes.map(
    ({ azimuthDeg, tiltDeg, capacityWp }) =>
      ({
        mount: 'fixed',
        pdc0W: wholeW === undefined ? capacityWp : (capacityWp / sumWp) * wholeW,
        tiltDeg,
        azimuthDeg,
      }) as const,
  )
}

/** The nameplates together, Wp, to the milliwatt. */
export const sumOfPlanes = (planes: readonly ModulePlane[]): number =>
  Math.round(planes.reduce((sum, { capacityWp }) => sum + capacityWp, 0) * 1000) / 1000

/**
 * The plant's record that follows from its planes (at least one): their sum, and the orientation of the largest. A
 * single plane needs no list.
 */
export function toModulesOfPlant(planes: readonly ModulePlane[]): ModulesOfPlant {
  const largest = planes.reduce((most, plane) => (plane.capacityWp > most.capacityWp ? plane : most))
  const { azimuthDeg, tiltDeg } = largest
  return { capacityWp: sumOfPlanes(planes), azimuthDeg, tiltDeg, planes: planes.length > 1 ? planes : [] }
}
