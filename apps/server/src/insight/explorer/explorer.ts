/** The room's front door: any quantities of any devices and plants that a session may see, together. */
export { findSources } from './find-sources.ts'
export { planSeries } from './plan-series.ts'
export { findRange, type ReadSeries, readSeries } from './read-series.ts'
export { chooseFileStep, writeCsv } from './write-csv.ts'
