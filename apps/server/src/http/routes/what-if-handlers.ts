import { tariff } from '@heliograph/contract/codecs/tariff.ts'
import { type BatteryChange, replayPlant } from '../../insight/what-if/what-if.ts'
import type { FamilyHandlers } from './handler.ts'

export const whatIfHandlers = {
  'POST /maintain-s/station/{id}/what-if': async ({ params, body, context }) => {
    const change = {
      battery: toBattery(body.battery),
      moreWp: body.moreWp,
      tariff: body.tariff && tariff.fromWire(body.tariff).tariff,
    }
    const found = await replayPlant(context.db, params.id, change, context.nowMs)
    const { battery, ...facts } = found
    return {
      ...facts,
      battery: battery && {
        usableWh: battery.usableWh,
        powerW: battery.powerW,
        roundTripPercent: battery.roundTrip * 100,
        modelImportWh: battery.check.importWh,
        modelExportWh: battery.check.exportWh,
      },
    }
  },
} satisfies Partial<FamilyHandlers<'maintain-s'>>

type WireBattery = Readonly<{
  way: BatteryChange['way']
  size: Readonly<{ capacityWh: number; powerW: number; roundTripPercent: number; usablePercent: number }> | null
}>

const toBattery = (wire: WireBattery | null): BatteryChange | null =>
  wire && {
    way: wire.way,
    size: wire.size && {
      capacityWh: wire.size.capacityWh,
      powerW: wire.size.powerW,
      roundTrip: wire.size.roundTripPercent / 100,
      usable: wire.size.usablePercent / 100,
    },
  }
