/** The entry of a language, else the English one, else any: a text in another language is better than none. */
export function pickLanguage<T>(
  texts: Readonly<Record<string, T>>,
  language: string,
): Readonly<{ language: string; text: T }> | undefined {
  const found = [language, 'en', ...Object.keys(texts)].find((code) => Object.hasOwn(texts, code))
  const text = found === undefined ? undefined : texts[found]
  return found === undefined || text === undefined ? undefined : { language: found, text }
}
