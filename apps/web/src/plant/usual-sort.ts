import { newestFirst, type PlantSort, worstFirst } from '../api/plant-order.ts'
import { usePreferences } from '../preferences/preferences.ts'

/** The order of the plant list where the address names none: who chose one of the specification's layouts gets its order. */
export const useUsualSort = (): PlantSort => (usePreferences().layoutVersion === 'auto' ? worstFirst : newestFirst)
