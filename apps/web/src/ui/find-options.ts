export type ComboOption = Readonly<{ value: string; label: string; note?: string }>

/** No accents, no case, no separators: `sao paulo` finds `America/Sao_Paulo`. */
const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[_/\s:()]+/g, ' ')
    .trim()

/** Options that contain every typed word, those whose label or value starts with it first. */
export function findOptions(options: readonly ComboOption[], typed: string, most: number): readonly ComboOption[] {
  const words = fold(typed).split(' ').filter(Boolean)
  if (words.length === 0) return options.slice(0, most)
  const first = words[0] ?? ''
  const found = options.flatMap((option) => {
    const long = fold(`${option.value} ${option.label} ${option.note ?? ''}`)
    // People type short offsets: UTC+8 for UTC+08:00.
    const text = `${long} ${long.replace(/([+-])0(\d)\b/g, '$1$2')}`
    if (!words.every((word) => text.includes(word))) return []
    const parts = text.split(' ')
    const rank = text.startsWith(words.join(' '))
      ? 0
      : parts.includes(first)
        ? 1
        : parts.some((part) => part.startsWith(first))
          ? 2
          : 3
    return [{ option, rank }]
  })
  return found
    .sort((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ option }) => option)
}
