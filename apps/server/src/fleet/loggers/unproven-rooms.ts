import { toNetwork } from '@heliograph/domain/address.ts'

/** Unproven records share the room of their network: of IPv6 a /48, because one customer may have all of that. */
export function roomOf(network: string, isLikely: boolean): string {
  const room = network.endsWith('::/64') ? toNetwork(network.slice(0, -3), 48) : network
  return isLikely ? `${room} likely` : room
}

/** Sums of unproven records by room, from rows by network. */
export function toRooms(
  rows: readonly Readonly<{ network: string; isLikely: boolean; records: number }>[],
): Readonly<Record<string, number>> {
  const rooms: Record<string, number> = {}
  for (const { network, isLikely, records } of rows) {
    const room = roomOf(network, isLikely)
    rooms[room] = (rooms[room] ?? 0) + records
  }
  return rooms
}
