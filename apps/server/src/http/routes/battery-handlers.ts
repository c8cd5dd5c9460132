import { battery } from '@heliograph/contract/codecs/battery.ts'
import type { BatteryRow, batteryOrders } from '@heliograph/contract/maintain-s/battery.ts'
import { deviceStateOf } from '../../fleet/devices/devices.ts'
import { listBatteries, listBatteryFigures } from '../../insight/batteries/batteries.ts'
import type { FamilyHandlers } from './handler.ts'

export const batteryHandlers = {
  'GET /maintain-s/operating/station/{id}/battery/tree': async ({ params, query, context }) => {
    const nodes = await listBatteries(context.db, params.id, context.nowMs)
    const rows = nodes.map((node) => battery.toWire({ ...node, state: deviceStateOf(node) }))
    const ordered = orderRows(rows, query['order.property'], query['order.direction'])
    return { total: nodes.length, data: ordered.slice((query.page - 1) * query.size, query.page * query.size) }
  },
  'GET /maintain-s/operating/station/{id}/battery/figures': async ({ params, query, context }) => {
    const { total, figures } = await listBatteryFigures(context.db, params.id, query, context.nowMs)
    return { total, data: figures }
  },
} satisfies Partial<FamilyHandlers<'maintain-s'>>

type Order = (typeof batteryOrders)[number]

/** Unknown values come last in both directions. By id: as listed, a battery before its modules. */
function orderRows(rows: readonly BatteryRow[], by: Order, direction: 'ASC' | 'DESC'): BatteryRow[] {
  if (by === 'id') return direction === 'ASC' ? [...rows] : rows.toReversed()
  const known = rows.filter((row) => row[by] !== null)
  known.sort((a, b) => ((a[by] ?? 0) - (b[by] ?? 0)) * (direction === 'ASC' ? 1 : -1))
  return [...known, ...rows.filter((row) => row[by] === null)]
}
