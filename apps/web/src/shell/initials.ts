/** One or two initials: first letters of the first and last word; one character of a Chinese or Japanese name. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s._@-]+/u).filter(Boolean)
  const first = [...(words[0] ?? '')][0] ?? '?'
  if (/\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/u.test(first)) return first
  const last = words.length > 1 ? ([...(words.at(-1) ?? '')][0] ?? '') : ''
  return `${first}${last}`.toUpperCase()
}
