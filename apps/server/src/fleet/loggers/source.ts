/** A sender: the wire, and its address there. Text, so that it can be a key. */
export type SourceId = `${string}:${string}`
export type SourceAddress = Readonly<{ wire: string; address: string }>

/** Reads what is printed on a logger; undefined: it is printed on none that people can claim. */
export type ReadLabel = (text: string) => SourceId | undefined

/** No wire has a colon in its name. */
export const toSourceId = ({ wire, address }: SourceAddress): SourceId => `${wire}:${address}`

export function toSource(id: SourceId): SourceAddress {
  const end = id.indexOf(':')
  return { wire: id.slice(0, end), address: id.slice(end + 1) }
}

/** The two columns of many sources, for unnest. */
export const toColumns = (ids: readonly SourceId[]): [string[], string[]] => {
  const sources = ids.map(toSource)
  return [sources.map(({ wire }) => wire), sources.map(({ address }) => address)]
}

/** In one order for every writer, or two transactions could deadlock. */
export const bySource = (one: Readonly<{ source: SourceId }>, other: Readonly<{ source: SourceId }>): number =>
  one.source < other.source ? -1 : one.source > other.source ? 1 : 0
