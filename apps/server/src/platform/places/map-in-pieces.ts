/** Between two pieces other requests are answered: a format of Intl takes up to a millisecond to make. */
const PIECE = 20

export async function mapInPieces<From, To>(items: readonly From[], convert: (item: From) => To): Promise<To[]> {
  const converted: To[] = []
  for (const [at, item] of items.entries()) {
    if (at % PIECE === PIECE - 1) await new Promise((resume) => setImmediate(resume))
    converted.push(convert(item))
  }
  return converted
}
