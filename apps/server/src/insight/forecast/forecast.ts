/** The room's front door: what plants will produce, from the weather ahead and their own history. */
export { makeDueForecasts } from './count-due.ts'
export { getForecastAccuracy, getPlantForecast } from './read-forecast.ts'
