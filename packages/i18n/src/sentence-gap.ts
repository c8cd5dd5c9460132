/** Space between two sentences: none after the full-width stop of Chinese and Japanese. */
export const sentenceGap = (locale: string): string => (/^(zh|ja)\b/.test(locale) ? '' : ' ')

/** Sentences one after the other; a full-width mark at the end of one brings its own room. */
export const joinSentences = (sentences: readonly (string | false | undefined)[]): string =>
  sentences
    .filter((sentence): sentence is string => Boolean(sentence))
    .reduce(
      (before, next) =>
        before === '' ? next : `${before}${/[。！？：；，、）」』”]$/.test(before) ? '' : ' '}${next}`,
      '',
    )

/** The sentence with a capital letter: the name of a month, which most languages write small, may be its first word. */
export const startSentence = (sentence: string, locale: string): string => {
  const [first = ''] = sentence
  return first.toLocaleUpperCase(locale) + sentence.slice(first.length)
}
