/** The sort keys of a list of plants: worst or newest first, names from A, values descending. */
const properties = {
  worst: ['status', 'DESC'],
  newest: ['id', 'DESC'],
  name: ['name', 'ASC'],
  yield: ['fullPowerHoursDay', 'DESC'],
  energy: ['generationValue', 'DESC'],
  power: ['generationPower', 'DESC'],
  battery: ['batterySoc', 'DESC'],
  seen: ['lastUpdateTime', 'DESC'],
} as const

export type PlantOrder = keyof typeof properties
export const plantOrders = Object.keys(properties) as readonly PlantOrder[]
export type PlantSort = Readonly<{ by: PlantOrder; isReversed: boolean }>
export const worstFirst: PlantSort = { by: 'worst', isReversed: false }
/** The specification's order, by id. */
export const newestFirst: PlantSort = { by: 'newest', isReversed: false }

export function toWireOrder({ by, isReversed }: PlantSort) {
  const [property, natural] = properties[by]
  const direction = isReversed ? (natural === 'ASC' ? 'DESC' : 'ASC') : natural
  return { 'order.property': property, 'order.direction': direction } as const
}
