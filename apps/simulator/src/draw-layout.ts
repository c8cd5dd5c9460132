import { orientGroup } from '@heliograph/domain/module-layout/edit-layout.ts'
import { emptyLayout, type ModuleLayout } from '@heliograph/domain/module-layout/layout.ts'
import { addGrid, type GridCell } from '@heliograph/domain/module-layout/module-grid.ts'
import { optimizerSerial } from './optimizers.ts'
import type { PlantSpec } from './plant-spec.ts'
import type { Platform } from './platform.ts'

const INPUTS = 4
const STRINGS = 2

/** How a plant of the fleet lies on its roof; undefined: not drawn. */
export function drawLayout(spec: PlantSpec): ModuleLayout | undefined {
  const inverters = spec.loggers.flatMap((logger) => logger.inverters)
  const dcWp = inverters.reduce((sum, { dcWp }) => sum + dcWp, 0)
  const facing = { azimuthDeg: spec.azimuthDeg, tiltDeg: spec.tiltDeg }
  const grid = (
    columns: number,
    cells: readonly GridCell[],
    name: string,
    layout = emptyLayout,
    count = cells.length,
  ) => {
    const rows = Math.ceil(cells.length / columns)
    const shape = { ...facing, name, xM: layout.groups.length * (columns + 1) * 1.15, yM: 0 }
    return addGrid(layout, { rows, columns, cells }, shape, { model: 'SIM-M10', ratedWp: Math.round(dcWp / count) })
      .layout
  }
  const place = (index: number, columns: number) => ({ row: Math.floor(index / columns), column: index % columns })
  if (spec.drawn === 'micro')
    return grid(
      8,
      inverters.flatMap(({ serial }, i) =>
        Array.from({ length: INPUTS }, (_, input) => ({ ...place(i * INPUTS + input, 8), serial, port: input + 1 })),
      ),
      'Shed roof',
    )
  if (spec.drawn === 'optimizer') {
    const cells = Array.from({ length: spec.optimizers ?? 0 }, (_, index) => ({
      ...place(index, 5),
      serial: optimizerSerial(inverters[0]?.serial ?? '', index),
    }))
    return orientGroup(grid(5, cells, 'Barn'), 1, 'landscape')
  }
  if (spec.drawn === 'string') {
    const cells = Array.from({ length: 12 }, (_, index) => ({ ...place(index, 4), serial: null }))
    const drawn = grid(4, cells, 'House', grid(4, cells, 'Garage', emptyLayout, 24), 24)
    const serial = inverters[0]?.serial ?? ''
    const modules = drawn.modules.map((module) => ({
      ...module,
      string: { serial, input: ((module.groupId - 1) % STRINGS) + 1 },
    }))
    return { ...drawn, modules }
  }
  return undefined
}

/** Draws a plant's layout over the calls of the page, unless there is one. */
export async function keepLayout(platform: Platform, plantId: number, spec: PlantSpec): Promise<void> {
  const layout = drawLayout(spec)
  if (layout === undefined) return
  const params = { id: plantId }
  const { version } = await platform.call('GET /maintain-s/station/layout/{id}/info/{x}', {
    params: { ...params, x: 'now' },
  })
  if (version > 0) return
  await platform.call('POST /maintain-s/station/layout/{id}/save', {
    params,
    body: {
      version: 0,
      groups: layout.groups.map((group) => ({
        id: group.id,
        name: group.name,
        orientation: group.orientation,
        rotation: group.rotationDeg,
        azimuth: group.azimuthDeg,
        tilt: group.tiltDeg,
        x: group.xM,
        y: group.yM,
        long: group.moduleLongM,
        short: group.moduleShortM,
        gap: group.gapM,
      })),
      modules: layout.modules.map(({ groupId, serial, ratedWp, string, ...module }) => ({
        ...module,
        group: groupId,
        sn: serial,
        power: ratedWp,
        string: string && { sn: string.serial, input: string.input },
      })),
      photo: null,
      satellite: null,
    },
  })
}
