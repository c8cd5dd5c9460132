/** The room's front door: the sky over plants, asked of a service that the operator names. */
export { fetchDueArchive } from './fetch-archive.ts'
export { fetchDueWeather, removeEmptyPlaces } from './fetch-due.ts'
export {
  type PlantDay,
  type PlantHour,
  plantForecast,
  plantWeatherDay,
  plantWeatherMonth,
  plantWeatherOf,
} from './plant-weather.ts'
export { readWeatherSettings, type WeatherSettings } from './providers.ts'
export { listLitDays, readHourOfPlants, readPlantHours } from './read-weather.ts'
