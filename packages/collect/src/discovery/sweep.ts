/** Ports at which devices of homes answer. */
export const DEVICE_PORTS = [502, 1502, 8899, 6607, 80, 443, 1883] as const
/** Connections that are tried at once. */
const MOST_AT_ONCE = 64

export type Place = Readonly<{ host: string; port: number }>

/**
 * The places that take a connection. All hosts are tried at one port before the next, so that no device gets several
 * connections at once.
 * @param options.knock whether a place takes a connection; never throws
 */
export async function sweep(
  options: Readonly<{
    places: readonly Place[]
    knock: (place: Place) => Promise<boolean>
    signal: AbortSignal
    onTried?: (count: number) => void
  }>,
): Promise<readonly Place[]> {
  const { places, knock, signal, onTried = () => {} } = options
  const open: Place[] = []
  let next = 0
  let tried = 0
  const walk = async (): Promise<void> => {
    while (next < places.length && !signal.aborted) {
      const place = places[next++]
      if (place && (await knock(place))) open.push(place)
      onTried(++tried)
    }
  }
  await Promise.all(Array.from({ length: MOST_AT_ONCE }, walk))
  return open.sort((a, b) => places.indexOf(a) - places.indexOf(b))
}
