import type { DeviceType } from '@heliograph/domain/device.ts'
import type { PowerRole } from '../now/now.ts'
import { namesOf, type PlantNow } from './plant-now.ts'

/** Nodes that a flow may have beside sun, grid, battery and load. */
export const sideNodes = ['micro', 'generator', 'ups', 'smartLoad'] as const
export type SideNode = (typeof sideNodes)[number]

const types: Readonly<Record<SideNode, DeviceType>> = {
  micro: 'MICRO_INVERTER',
  generator: 'GENERATOR',
  ups: 'UPS_LOAD',
  smartLoad: 'SMART_LOAD',
}
const roles: Readonly<Partial<Record<SideNode, PowerRole>>> = { micro: 'micro', generator: 'generator', ups: 'ups' }

/**
 * The names of the devices that have the role of a node, by their type or by what they report. Each hybrid inverter has
 * a backup port: it is a node of the plant while something draws power from it.
 */
export function findSideNode(now: PlantNow, node: SideNode): readonly string[] {
  const ofType = now.devices.filter(({ type }) => type === types[node]).map(({ name }) => name)
  const role = roles[node]
  const isIdlePort = node === 'ups' && !((now.power.upsW ?? 0) > 0)
  if (node === 'smartLoad') return [...new Set([...ofType, ...now.equipment.smartLoads])]
  return role === undefined || isIdlePort ? ofType : [...new Set([...ofType, ...namesOf(now, role)])]
}
