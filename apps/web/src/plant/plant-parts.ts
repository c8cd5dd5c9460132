/** The parts of a plant's screen: those that its grid type allows and its devices really measure. */
import { type GridType, gridTypeParts } from '@heliograph/domain/plant.ts'
import type { Energies } from '../api/plant-figures.ts'
import type { FlowNode, PlantNow } from '../api/plant-now.ts'

export type PlantParts = Readonly<{ grid: boolean; load: boolean; battery: boolean; generator: boolean; ups: boolean }>

const known = new Map<string, PlantParts>()

/** The same object for the same parts: what is drawn from them alone is not drawn anew with each value. */
function keptParts(parts: PlantParts): PlantParts {
  const key = JSON.stringify(parts)
  const kept = known.get(key) ?? parts
  known.set(key, kept)
  return kept
}

/** A hybrid inverter without a battery still reports one, at 0 W and 0 %. */
const isMeasured = (now: Pick<PlantNow, 'socPercent'>, node: FlowNode): boolean =>
  (now.socPercent ?? 0) > 0 || (node.power ?? 0) !== 0

/** The nodes to draw. A part that the grid type excludes is hidden, unless a battery is measured. */
export function shownNodes(now: Pick<PlantNow, 'nodes' | 'socPercent'>, gridType: GridType): readonly FlowNode[] {
  const parts = gridTypeParts[gridType]
  return now.nodes.filter((node) => {
    switch (node.role) {
      case 'grid':
        return parts.grid
      case 'load':
      case 'ups':
        return parts.load
      case 'battery':
        return parts.battery || isMeasured(now, node)
      default:
        return true
    }
  })
}

export function partsOf(now: Pick<PlantNow, 'nodes' | 'socPercent'>, gridType: GridType): PlantParts {
  const nodes = shownNodes(now, gridType)
  const roles = new Set(nodes.map(({ role }) => role))
  // In a full feed-in plant without a meter, the grid's value is only the production again.
  const measuresGrid = gridTypeParts[gridType].load || nodes.some(({ role, derived }) => role === 'grid' && !derived)
  return keptParts({
    grid: roles.has('grid') && measuresGrid,
    load: roles.has('load'),
    battery: roles.has('battery'),
    generator: roles.has('generator'),
    ups: roles.has('ups'),
  })
}

/** The same from the sums of all days, where the current state is not known. */
export function partsOfFigures(
  { total }: Readonly<{ total: Pick<Energies, 'loadWh' | 'chargeWh' | 'exportWh' | 'importWh' | 'generatorWh'> }>,
  gridType: GridType,
): PlantParts {
  const allowed = gridTypeParts[gridType]
  return keptParts({
    grid: allowed.grid && (total.exportWh !== null || total.importWh !== null),
    load: allowed.load && total.loadWh !== null,
    battery: (total.chargeWh ?? 0) > 0,
    generator: (total.generatorWh ?? 0) > 0,
    ups: false,
  })
}

/** The powers of a plant as series of the explorer. */
export const powersOf = (plantId: number, parts: PlantParts): readonly string[] =>
  [
    'pvPowerW',
    ...(parts.load ? ['loadPowerW'] : []),
    ...(parts.grid ? ['gridPowerW'] : []),
    ...(parts.battery ? ['batteryPowerW', 'batterySocPercent'] : []),
  ].map((quantity) => `p${plantId}:${quantity}`)
