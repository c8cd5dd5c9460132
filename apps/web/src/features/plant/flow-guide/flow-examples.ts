/** Plants of each kind for the guide to the flow: examples, not readings. W by the signs of domain/quantities.ts. */
import type { FlowEquipment, FlowNode } from '../../../api/plant-now.ts'
import type { FlowState } from '../../../charts/flow/flow-model.ts'

export const exampleNames = [
  'panel',
  'meter',
  'hybrid',
  'pcs',
  'micro',
  'compensation',
  'generator',
  'smartLoad',
  'weather',
  'logger',
  'night',
  'unknown',
] as const
export type ExampleName = (typeof exampleNames)[number]

export type FlowExample = Readonly<{
  name: ExampleName
  state: FlowState
  equipment: FlowEquipment
  asleep: boolean
  stale: boolean
}>

type Powers = Readonly<Partial<Record<FlowNode['role'], number | null>>>

const bare: FlowEquipment = {
  meters: [],
  pcs: [],
  compensation: [],
  weather: null,
  loggers: { total: 0, online: 0 },
}

function toExample(
  name: ExampleName,
  powers: Powers,
  more: Readonly<{
    equipment?: Partial<FlowEquipment>
    soc?: number
    derived?: readonly FlowNode['role'][]
    asleep?: boolean
    stale?: boolean
  }> = {},
): FlowExample {
  const { equipment = {}, soc = null, derived = [], asleep = false, stale = false } = more
  const capacityW = 10_000
  const pvW = powers.pv ?? null
  return {
    name,
    asleep,
    stale,
    equipment: { ...bare, ...equipment },
    state: {
      nodes: (Object.entries(powers) as [FlowNode['role'], number | null][]).map(([role, power]) => ({
        role,
        power,
        metered: role === 'grid' && (equipment.meters?.length ?? 0) > 0,
        derived: derived.includes(role),
        devices: [],
      })),
      socPercent: soc,
      capacityShare: pvW === null ? null : pvW / capacityW,
      capacityW,
    },
  }
}

/** Every example balances: what comes in goes out. */
export const flowExamples: readonly FlowExample[] = [
  toExample('panel', { pv: 6200, grid: -6200 }, { derived: ['grid'] }),
  toExample('meter', { pv: 4200, grid: -2900, load: 1300 }, { equipment: { meters: ['SDM630'] }, derived: ['load'] }),
  toExample('hybrid', { pv: 5200, battery: -3000, load: 1400, grid: -800 }, { soc: 62 }),
  toExample(
    'pcs',
    { pv: 0, battery: 2400, load: 2600, grid: 200 },
    { soc: 48, equipment: { pcs: ['PCS 50K'], meters: ['SDM630'] } },
  ),
  toExample('micro', { micro: 900, pv: 3100, battery: -1500, load: 1200, grid: -1300 }, { soc: 81 }),
  toExample(
    'compensation',
    { pv: 1800, load: 1800, grid: 0 },
    { equipment: { meters: ['SDM630'], compensation: ['EPM 5G'] } },
  ),
  toExample('generator', { pv: 700, generator: 3500, battery: -2200, load: 2000 }, { soc: 18 }),
  toExample('smartLoad', { pv: 5400, battery: -900, load: 3900, smartLoad: 2400, ups: 300, grid: -300 }, { soc: 96 }),
  toExample(
    'weather',
    { pv: 7300, load: 2100, grid: -5200 },
    {
      equipment: {
        weather: { devices: [], irradianceWm2: 812, ambientC: 24.1, moduleC: 46.3, windMs: 3.2 },
        loggers: { total: 1, online: 1 },
      },
    },
  ),
  toExample('logger', { pv: 3600, load: 900, grid: -2700 }, { equipment: { loggers: { total: 2, online: 1 } } }),
  toExample('night', { pv: 0, battery: 450, load: 450, grid: 0 }, { soc: 34, asleep: true }),
  toExample('unknown', { pv: null, battery: -1200, load: null, grid: 300 }, { soc: 55, stale: true }),
]

/** One for each level that the battery's drawing has. */
export const batteryLevels: readonly number[] = [5, 30, 60, 92]
