/** The room's front door: devices and loggers go from one plant to another. */
export { listMovesOfPlant } from './list-moves.ts'
export { type Moved, moveDevice, moveLogger } from './move-equipment.ts'
