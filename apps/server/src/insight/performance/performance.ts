/** The room's front door: judged days as rows, and what the page reads of them. */
export { countDuePerformance } from './count-due.ts'
export { explainPeriod } from './explain-period.ts'
export { explainYesterday } from './explain-yesterday.ts'
export { plantPerformance, rangePerformance } from './plant-performance.ts'
