import { moduleLayout } from '@heliograph/contract/codecs/module-layout.ts'
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { type LayoutShown, readLayoutShown, saveLayout } from '../../insight/module-layout/module-layout.ts'
import type { FamilyHandlers } from './handler.ts'
import { toKwh, toSeconds, toSecondsOrNull } from './scales.ts'

const toWire = ({ layout, version, changedAtMs, devices, day, steps, series }: LayoutShown) => ({
  version,
  changed: toSecondsOrNull(changedAtMs),
  ...moduleLayout.toWire(layout),
  devices: devices.map(({ deviceId, serial, lastAtMs, replaced, inputs, ...device }) => ({
    ...device,
    id: deviceId,
    sn: serial,
    inputs: [...inputs],
    last: toSecondsOrNull(lastAtMs),
    replaced: replaced.map((item) => ({ sn: item.serial, until: toSeconds(item.untilMs) })),
  })),
  day,
  steps: steps.map(toSeconds),
  series: series.map(({ serial, port, isString, powersW, energyWh, missingMs }) => ({
    sn: serial,
    port,
    string: isString,
    energy: toKwh(energyWh),
    missing: missingMs / MINUTE_MS,
    power: powersW.map((powerW) => (powerW === null ? null : Math.round(powerW * 10) / 10)),
  })),
})

export const moduleLayoutHandlers = {
  'GET /maintain-s/station/layout/{id}/info/{x}': async ({ params, context }) =>
    toWire(await readLayoutShown(context.db, params.id, params.x === 'now' ? null : params.x, context.nowMs)),
  'POST /maintain-s/station/layout/{id}/save': async ({ params, body, context }) => {
    const layout = moduleLayout.fromWire(body)
    const { userId } = context.session
    const options = { plantId: params.id, userId, layout, basedOn: body.version, nowMs: context.nowMs }
    return { version: await saveLayout(context.db, options) }
  },
} satisfies Partial<FamilyHandlers<'maintain-s'>>
