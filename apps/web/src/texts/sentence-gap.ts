/** What stands between two sentences: nothing after the full-width stop of Chinese and Japanese. */
export const sentenceGap = (locale: string): string => (/^(zh|ja)\b/.test(locale) ? '' : ' ')
