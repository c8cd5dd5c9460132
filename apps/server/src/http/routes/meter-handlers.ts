import { meterReading, meterWiring } from '@heliograph/contract/codecs/device-edit.ts'
import type { Changes } from '@heliograph/contract/maintain-s/changes.ts'
import type { MeterSpec as WireSpec } from '@heliograph/contract/maintain-s/meter.ts'
import type { MeterWiring } from '@heliograph/domain/meter-role.ts'
import { getMeterSpec, type MeterSpec, wireMeter } from '../../fleet/devices/devices.ts'
import type { FamilyHandlers } from './handler.ts'

export const meterHandlers = {
  'GET /maintain-s/power/system/{id}/meter/{mid}/spec': async ({ params, context }) =>
    toWireSpec(await getMeterSpec(context.db, { plantId: params.id, deviceId: params.mid })),
  'POST /maintain-s/power/system/{id}/meter/{mid}/config': async ({ params, body, context }) => {
    const place = { plantId: params.id, deviceId: params.mid }
    const edit = meterWiring.fromWire(body)
    const { before, after } = await wireMeter(context.db, context.services.recounts, place, edit)
    return { changes: toChanges(before, after) }
  },
} satisfies Partial<FamilyHandlers<'maintain-s'>>

function toChanges(before: MeterWiring, after: MeterWiring): Changes {
  const [was, is] = [meterWiring.toWire(before), meterWiring.toWire(after)]
  const fields = { role: 'meterRole', ratio: 'meterRatio', direction: 'meterDirection' } as const
  return (Object.keys(fields) as (keyof typeof fields)[])
    .filter((part) => was[part] !== is[part])
    .map((part) => ({ field: fields[part], before: was[part] ?? null, after: is[part] ?? null }))
}

const toWireSpec = ({ device, model, wiring, readings }: MeterSpec): WireSpec => ({
  id: device.deviceId,
  deviceSn: device.serial,
  deviceName: device.name,
  deviceType: device.type,
  model,
  texts: { ...device.texts },
  ...(meterWiring.toWire(wiring) as Pick<WireSpec, 'role' | 'ratio' | 'direction'>),
  counted: [...device.flows],
  readings: readings.map(({ quantity: { id, key, unit }, ...reading }) =>
    meterReading.toWire({ ...reading, quantity: id, key, unit }),
  ),
})
