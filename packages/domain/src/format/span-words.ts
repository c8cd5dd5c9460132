import { DEFAULT_LANGUAGE, isLanguage, type LanguageCode } from '../languages.ts'

/** How a language writes spans; `#` is the place of the amount in `ago` and `ahead`. */
type SpanWords = Readonly<{
  hour: string
  minute: string
  second: string
  ago: string
  ahead: string
  /** Between a number and its unit, and between two parts. */
  gap: string
  between: string
}>

const spaced = { gap: ' ', between: ' ' }
/** The symbols of the SI, which most languages write. */
const si = { hour: 'h', minute: 'min', second: 's', ...spaced }

// biome-ignore format: a table
const words: Readonly<Record<LanguageCode, SpanWords>> = {
  en: { ...si, ago: '# ago', ahead: 'in #' },
  // As in its sentences, which part digits and words.
  zh: { hour: '小时', minute: '分钟', second: '秒', ago: '#前', ahead: '#后', ...spaced },
  de: { ...si, ago: 'vor #', ahead: 'in #' },
  es: { ...si, ago: 'hace #', ahead: 'dentro de #' },
  pt: { ...si, ago: 'há #', ahead: 'em #' },
  pl: { ...si, ago: '# temu', ahead: 'za #' },
  nl: { ...si, hour: 'uur', ago: '# geleden', ahead: 'over #' },
  fr: { ...si, ago: 'il y a #', ahead: 'dans #' },
  ko: { hour: '시간', minute: '분', second: '초', ago: '# 전', ahead: '# 후', gap: '', between: ' ' },
  vi: { ...spaced, hour: 'giờ', minute: 'phút', second: 'giây', ago: '# trước', ahead: '# nữa' },
  ja: { hour: '時間', minute: '分', second: '秒', ago: '#前', ahead: '#後', gap: '', between: '' },
  it: { ...si, ago: '# fa', ahead: 'tra #' },
  cs: { ...si, ago: 'před #', ahead: 'za #' },
  sl: { ...si, ago: 'pred #', ahead: 'čez #' },
  tr: { ...spaced, hour: 'sa', minute: 'dk', second: 'sn', ago: '# önce', ahead: '# sonra' },
  ca: { ...si, ago: 'fa #', ahead: 'd’aquí a #' },
  ro: { ...si, ago: 'acum #', ahead: 'peste #' },
  uk: { ...spaced, hour: 'год', minute: 'хв', second: 'с', ago: '# тому', ahead: 'через #' },
}

/** The words of a locale's language. */
export function spanWords(locale: string): SpanWords {
  const code = locale.slice(0, 2).toLowerCase()
  return words[isLanguage(code) ? code : DEFAULT_LANGUAGE]
}
