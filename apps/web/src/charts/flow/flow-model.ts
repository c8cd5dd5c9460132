/**
 * The content of the flow diagram, before drawing: directions, speeds, shares. Powers in W with the signs of
 * domain/quantities.ts.
 */

import { chargeFromGrid, splitEnergy } from '@heliograph/domain/energy-flow.ts'
import type { FlowNode } from '../../api/plant-now.ts'

export type FlowRole = FlowNode['role']

/** in: from the node to the plant's bus. out: from the bus to the node. idle: negligible. unknown: not measured. */
export type FlowDirection = 'in' | 'out' | 'idle' | 'unknown'

export type FlowPart = Readonly<{ token: string; share: number }>

export type FlowView = Readonly<{
  role: FlowRole
  /** Without its sign, which the direction expresses; null when unknown. */
  powerW: number | null
  direction: FlowDirection
  /** Seconds in which a dot advances by one place. */
  paceS: number
  metered: boolean
  derived: boolean
  devices: readonly string[]
  /** The ring around the node, clockwise from the top; shares of the whole ring. */
  ring: readonly FlowPart[]
}>

export type FlowState = Readonly<{
  nodes: readonly FlowNode[]
  socPercent: number | null
  /** Production as a share of the installed capacity, 0 to 1. */
  capacityShare: number | null
  capacityW: number
}>

/** Color token of a role: one color, one meaning. */
export const roleTokens: Readonly<Record<FlowRole, string>> = {
  pv: 'solar',
  micro: 'solar',
  grid: 'grid',
  battery: 'battery',
  load: 'load',
  smartLoad: 'load',
  generator: 'generator',
  ups: 'ups',
}

/** Below this nothing moves: meters and inverters fluctuate by a watt or two. */
const IDLE_W = 1
const consumers: ReadonlySet<FlowRole> = new Set(['load', 'smartLoad', 'ups'])

export function directionOf(role: FlowRole, powerW: number | null): FlowDirection {
  if (powerW === null) return 'unknown'
  if (Math.abs(powerW) < IDLE_W) return 'idle'
  // Consumers count their intake as positive; all others count their output as positive.
  return consumers.has(role) === powerW > 0 ? 'out' : 'in'
}

const SLOWEST_S = 2.6
const FASTEST_S = 0.6

/**
 * Pace of the dots on a log scale over three decades below the reference, in steps of 0.2 s: a small change of power
 * must not restart the animation.
 */
export function paceOf(powerW: number | null, referenceW: number): number {
  const share = Math.abs(powerW ?? 0) / Math.max(referenceW, 1)
  const level = share > 0 ? Math.min(1, Math.max(0, 1 + Math.log10(share) / 3)) : 0
  return Math.round((SLOWEST_S - level * (SLOWEST_S - FASTEST_S)) * 5) / 5
}

/** Battery level for the icon: 0 to 3 bars. @param socPercent 0 to 100 */
export function levelOf(socPercent: number | null): 0 | 1 | 2 | 3 {
  if (socPercent === null || socPercent < 10) return 0
  if (socPercent < 40) return 1
  return socPercent < 75 ? 2 : 3
}

const powerOf = (nodes: readonly FlowNode[], ...roles: readonly FlowRole[]): number | null => {
  const known = nodes.filter(({ role, power }) => roles.includes(role) && power !== null)
  return known.length === 0 ? null : known.reduce((sum, { power }) => sum + (power ?? 0), 0)
}

/** The current sources of the power on the bus; shares of 1, empty when nothing flows in. */
export function sourcesOf(nodes: readonly FlowNode[]): readonly FlowPart[] {
  const inflows = nodes
    .filter(({ role, power }) => directionOf(role, power) === 'in')
    .map(({ role, power }) => ({ token: roleTokens[role], powerW: Math.abs(power ?? 0) }))
  const whole = inflows.reduce((sum, { powerW }) => sum + powerW, 0)
  return whole > 0 ? inflows.map(({ token, powerW }) => ({ token, share: powerW / whole })) : []
}

/** The current sources of consumption, by the same rule that splits a day's energy. */
export function loadMix(nodes: readonly FlowNode[]): readonly FlowPart[] {
  const grid = powerOf(nodes, 'grid')
  const battery = powerOf(nodes, 'battery')
  const generation = powerOf(nodes, 'pv', 'micro') ?? 0
  const sources = {
    generation,
    import: Math.max(0, grid ?? 0),
    export: Math.max(0, -(grid ?? 0)),
    charge: Math.max(0, -(battery ?? 0)),
  }
  const energy = {
    generation,
    import: grid === null ? null : sources.import,
    export: grid === null ? null : sources.export,
    charge: battery === null ? null : sources.charge,
    discharge: battery === null ? null : Math.max(0, battery),
    generator: powerOf(nodes, 'generator'),
    load: powerOf(nodes, 'load', 'ups'),
  }
  const split = splitEnergy(energy, false, chargeFromGrid(sources))
  if (!split || split.useWh <= 0) return []
  const parts = [
    { token: 'solar', share: split.fromPvWh / split.useWh },
    { token: 'battery', share: split.fromBatteryWh / split.useWh },
    { token: 'generator', share: split.fromGeneratorWh / split.useWh },
    { token: 'grid', share: split.fromGridWh / split.useWh },
  ]
  return parts.filter(({ share }) => share > 0.005)
}

const clampShare = (share: number): number => Math.min(1, Math.max(0, share))

function ringOf({ role, power }: FlowNode, state: FlowState): readonly FlowPart[] {
  if (role === 'battery')
    return state.socPercent === null ? [] : [{ token: 'battery', share: clampShare(state.socPercent / 100) }]
  if (role === 'pv')
    return state.capacityShare === null ? [] : [{ token: 'solar', share: clampShare(state.capacityShare) }]
  if (role === 'load') return loadMix(state.nodes)
  return Math.abs(power ?? 0) < IDLE_W ? [] : [{ token: roleTokens[role], share: 1 }]
}

/** By how much the smart loads exceed the load that they are a part of: it may be calculated from other devices. */
export function excessW(nodes: readonly FlowNode[]): number {
  const excess = (powerOf(nodes, 'smartLoad') ?? 0) - (powerOf(nodes, 'load') ?? Number.POSITIVE_INFINITY)
  return excess >= IDLE_W ? excess : 0
}

/** Smart loads are a part of the load: drawn apart from it, the load is the rest; unknown if they exceed the whole. */
export function partLoads(nodes: readonly FlowNode[]): readonly FlowNode[] {
  const smartW = nodes.find(({ role }) => role === 'smartLoad')?.power ?? null
  const excess = excessW(nodes)
  return smartW === null
    ? nodes
    : nodes.map((node) =>
        node.role === 'load' && node.power !== null
          ? { ...node, power: excess > 0 ? null : node.power - smartW }
          : node,
      )
}

export function toFlowViews(state: FlowState): readonly FlowView[] {
  const referenceW = Math.max(state.capacityW, ...state.nodes.map(({ power }) => Math.abs(power ?? 0)))
  return partLoads(state.nodes).map((node) => ({
    role: node.role,
    powerW: node.power === null ? null : Math.abs(node.power),
    direction: directionOf(node.role, node.power),
    paceS: paceOf(node.power, referenceW),
    metered: node.metered,
    derived: node.derived,
    devices: node.devices,
    ring: ringOf(node, state),
  }))
}
