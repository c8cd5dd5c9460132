/** The room's front door: how complete and how trustworthy a plant's data is. */
export { monthQuality } from './month-quality.ts'
