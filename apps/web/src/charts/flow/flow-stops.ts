/** Equipment on the paths of the diagram: what measures, converts or holds back between a node and the bus. */
import type { FlowEquipment } from '../../api/plant-now.ts'
import type { FlowRole } from './flow-model.ts'

export type FlowStop = 'meter' | 'pcs' | 'compensation'
/** `devices`: their names. */
export type PlacedStop = Readonly<{ stop: FlowStop; devices: readonly string[] }>

/** The stops of each path, from the node to the bus. */
export function stopsOf(
  { meters, pcs, compensation }: Pick<FlowEquipment, 'meters' | 'pcs' | 'compensation'>,
  roles: readonly FlowRole[],
): ReadonlyMap<FlowRole, readonly PlacedStop[]> {
  const some = (stop: FlowStop, devices: readonly string[]): PlacedStop[] =>
    devices.length > 0 ? [{ stop, devices }] : []
  const all: readonly [FlowRole, readonly PlacedStop[]][] = [
    ['grid', [...some('meter', meters), ...some('compensation', compensation)]],
    ['battery', some('pcs', pcs)],
  ]
  return new Map(all.filter(([role, stops]) => stops.length > 0 && roles.includes(role)))
}
