import { getLanguage, type Language, type LanguageCode } from '@heliograph/domain/languages.ts'
import { createContext, useContext } from 'react'

export type LanguageState = Readonly<{
  code: LanguageCode
  /** For Intl. */
  locale: string
  row: Language
  offered: readonly LanguageCode[]
  /** Loads the texts, then switches everything at once and saves the choice. */
  change: (code: LanguageCode) => void
}>

export const LanguageContext = createContext<LanguageState>({
  code: 'en',
  locale: 'en-US',
  row: getLanguage('en'),
  offered: ['en'],
  change: () => undefined,
})

export const useLanguage = (): LanguageState => useContext(LanguageContext)
