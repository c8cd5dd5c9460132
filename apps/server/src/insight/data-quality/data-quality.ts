/** The room's front door: how complete and how trustworthy a plant's data is. */
export { type DayQuality, monthQuality } from './month-quality.ts'
