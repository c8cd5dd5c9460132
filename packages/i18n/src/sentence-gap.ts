/** What stands between two sentences: nothing after the full-width stop of Chinese and Japanese. */
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
