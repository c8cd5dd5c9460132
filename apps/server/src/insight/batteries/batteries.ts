/** The room's front door: a plant's batteries, from what their own devices or their inverters report. */
export { listBatteryFigures } from './battery-figures.ts'
export { listBatteries } from './battery-tree.ts'
