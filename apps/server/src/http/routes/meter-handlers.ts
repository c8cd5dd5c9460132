import type { Changes } from '@heliograph/contract/maintain-s/changes.ts'
import type { MeterDirection, MeterSpec as WireSpec } from '@heliograph/contract/maintain-s/meter.ts'
import type { MeterWiring } from '@heliograph/domain/meter-role.ts'
import { getMeterSpec, type MeterSpec, wireMeter } from '../../fleet/devices/devices.ts'
import type { FamilyHandlers } from './handler.ts'
import { toSecondsOrNull } from './scales.ts'

export const meterHandlers = {
  'GET /maintain-s/power/system/{id}/meter/{mid}/spec': async ({ params, context }) =>
    toWireSpec(await getMeterSpec(context.db, { plantId: params.id, deviceId: params.mid })),
  'POST /maintain-s/power/system/{id}/meter/{mid}/config': async ({ params, body, context }) => {
    const { direction, role, ratio } = body
    const place = { plantId: params.id, deviceId: params.mid }
    const { before, after } = await wireMeter(context.db, context.services.recounts, place, {
      ...(role === undefined ? {} : { role }),
      ...(ratio === undefined ? {} : { ratio }),
      ...(direction === undefined ? {} : { isReversed: direction === 'reversed' }),
    })
    return { changes: toChanges(before, after) }
  },
} satisfies Partial<FamilyHandlers<'maintain-s'>>

const directionOf = ({ isReversed }: MeterWiring): MeterDirection => (isReversed ? 'reversed' : 'normal')

function toChanges(before: MeterWiring, after: MeterWiring): Changes {
  const fields = [
    ['meterRole', before.role, after.role],
    ['meterRatio', before.ratio, after.ratio],
    ['meterDirection', directionOf(before), directionOf(after)],
  ] as const
  return fields.filter(([, was, is]) => was !== is).map(([field, was, is]) => ({ field, before: was, after: is }))
}

const toWireSpec = ({ device, model, wiring, readings }: MeterSpec): WireSpec => ({
  id: device.deviceId,
  deviceSn: device.serial,
  deviceName: device.name,
  deviceType: device.type,
  model,
  texts: { ...device.texts },
  role: wiring.role,
  ratio: wiring.ratio,
  direction: directionOf(wiring),
  counted: [...device.flows],
  readings: readings.map(({ quantity, value, countsAs, countedValue, atMs }) => ({
    storageName: quantity.id,
    key: quantity.key,
    unit: quantity.unit,
    value,
    countsAs,
    countedValue,
    at: toSecondsOrNull(atMs),
  })),
})
