import type { Point } from '../photo-grid/plane-geometry.ts'

/** A rectangle of a drawing that is a module. */
export type DrawnModule = Readonly<{
  center: Point
  /** Unit vector of the side that runs nearest to the right. */
  along: Point
  width: number
  height: number
  layer: string
}>
