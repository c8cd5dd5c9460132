import type { PastTotals } from '../history.ts'
import type { PlantModel } from '../plant-model.ts'
import type { Moment } from '../readings.ts'

/** A plant whose devices are asked: all that a link tells of it. */
export type Home = Readonly<{
  model: PlantModel
  /** Undefined: nothing is measured then. */
  momentAt: (atMs: number) => Moment | undefined
  now: () => number
  /** Its past in steps, the oldest first. */
  steps: readonly PastTotals[]
}>

/** A device that listens on a port of this machine. */
export type Served = Readonly<{ port: number; stop: () => Promise<void> }>
