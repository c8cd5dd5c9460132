/** The same items with one of them in another place. */
export function moveTo<T>(items: readonly T[], from: number, to: number): readonly T[] {
  const moved = items.slice(from, from + 1)
  const rest = items.filter((_, at) => at !== from)
  return [...rest.slice(0, to), ...moved, ...rest.slice(to)]
}
