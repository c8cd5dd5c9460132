/** What is within an element that can be referred to: elements of its own, and references among them. */
export type Inside = { own: number; references: string[] }

/** How many elements are drawn when each reference is followed; without end where one leads to itself. */
export function countDrawn(within: ReadonlyMap<string, Inside>): number {
  const counted = new Map<string, number>()
  const count = (id: string): number => {
    const known = counted.get(id)
    if (known !== undefined) return known
    // Whoever comes back here refers to itself.
    counted.set(id, Number.POSITIVE_INFINITY)
    const { own = 0, references = [] } = within.get(id) ?? {}
    let all = own
    for (const one of references) all += count(one)
    counted.set(id, all)
    return all
  }
  return count('')
}
