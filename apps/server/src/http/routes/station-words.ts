import type { Station, StationInWords } from '@heliograph/contract/maintain-s/station.ts'
import type { LanguageCode } from '@heliograph/domain/languages.ts'
import type { WeatherKind } from '@heliograph/domain/weather/weather-hour.ts'
import { loadServerTexts } from '@heliograph/i18n/load-server-texts.ts'
import { createTranslate } from '@heliograph/i18n/translate.ts'
import { listCountryNames } from '../../platform/places/places.ts'

const texts = await loadServerTexts('shell', 'weather')

const translateWords = (language: LanguageCode) => createTranslate(language, texts[language] ?? texts.en)

/** A plant's types, country and weather in the reader's language. */
export function addWords(plant: Station, language: LanguageCode): StationInWords {
  const translate = translateWords(language)
  return {
    ...plant,
    language,
    typeName: translate(`shell.plantType.${plant.type}`),
    gridInterconnectionTypeName: translate(`shell.gridType.${plant.gridInterconnectionType}`),
    regionNationName: listCountryNames(language).get(plant.regionNationId) ?? '',
    weatherName: plant.weather && translate(`weather.kind.${plant.weather}`),
  }
}

/** The word for a sky, once for a whole reply. */
export function nameSkies(language: LanguageCode): (kind: WeatherKind) => string {
  const translate = translateWords(language)
  return (kind) => translate(`weather.kind.${kind}`)
}
