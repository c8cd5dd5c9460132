/** The room's front door: how complete and how trustworthy a plant's data is. */
export { type MonthQuality, monthQuality } from './month-quality.ts'
