import { statusReason } from '@heliograph/contract/codecs/reason.ts'
import type { BatteryRow, batteryOrders } from '@heliograph/contract/maintain-s/battery.ts'
import { deviceStates } from '@heliograph/domain/device.ts'
import { deviceStateOf } from '../../fleet/devices/devices.ts'
import { type BatteryNode, listBatteries, listBatteryFigures } from '../../insight/batteries/batteries.ts'
import type { FamilyHandlers } from './handler.ts'
import { toSecondsOrNull } from './scales.ts'

export const batteryHandlers = {
  'GET /maintain-s/operating/station/{id}/battery/tree': async ({ params, query, context }) => {
    const nodes = await listBatteries(context.db, params.id, context.nowMs)
    const ordered = orderRows(nodes.map(toBatteryRow), query['order.property'], query['order.direction'])
    return { total: nodes.length, data: ordered.slice((query.page - 1) * query.size, query.page * query.size) }
  },
  'GET /maintain-s/operating/station/{id}/battery/figures': async ({ params, query, context }) => {
    const { total, figures } = await listBatteryFigures(context.db, params.id, query, context.nowMs)
    return { total, data: [...figures] }
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

function toBatteryRow(node: BatteryNode): BatteryRow {
  const state = deviceStateOf(node)
  return {
    id: node.deviceId,
    deviceSn: node.serial,
    systemName: node.name,
    netState: state === deviceStates.offline ? 0 : 1,
    alertState: state === deviceStates.alarm ? 1 : 0,
    deviceState: state,
    parentDeviceSn: node.parent?.serial ?? null,
    parentId: node.parent?.deviceId ?? null,
    parentName: node.parent?.name ?? null,
    virtual: node.isVirtual,
    module: node.isModule,
    status: node.status,
    reason: node.reason && statusReason.toWire(node.reason),
    collectionTime: toSecondsOrNull(node.atMs),
    batterySoc: node.socPercent,
    batterySoh: node.sohPercent,
    voltage: node.voltageV,
    current: node.currentA,
    batteryPower: node.powerW,
    cycles: node.cycles,
    capacityAh: node.capacityAh,
    temperature: node.temperatureC,
    cellVoltageMax: node.cellMaxV,
    cellVoltageMin: node.cellMinV,
    cellTemperatureMax: node.cellMaxC,
    cellTemperatureMin: node.cellMinC,
    cellSpread: node.spreadMv,
    cells: node.cells.map(({ number, voltageV, temperatureC }) => ({
      number,
      voltage: voltageV,
      temperature: temperatureC,
    })),
  }
}
