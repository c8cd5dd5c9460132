import { HOUR_MS } from '@heliograph/domain/duration.ts'
import { judgeModules, type ModuleVerdict } from '@heliograph/domain/module-layout/judge-modules.ts'
import { type LayoutModule, sourceKey } from '@heliograph/domain/module-layout/layout.ts'
import { spreadReadings, stringKey, type ValueOrigin } from '@heliograph/domain/module-layout/module-values.ts'
import type { Status } from '@heliograph/domain/status.ts'
import type { LayoutDevice, LayoutInfo } from '../../../api/module-layout.ts'

/** The state of a module's device. none: it has no device; unseen: its serial number was never heard. */
export type ModuleState = Status | 'none' | 'unseen'

/** A module with all that is known of it at a step. */
export type ModuleFact = Readonly<{
  module: LayoutModule
  device: LayoutDevice | undefined
  state: ModuleState
  powerW: number | null
  energyWh: number | null
  /** Without readings while other devices had some. */
  missingMs: number
  /** Of a string its values are a share. */
  origin: ValueOrigin | undefined
  verdict: ModuleVerdict
  /** Its energy per Wp to the median of its plane. */
  relative: number | null
}>

/** A plane whose modules delivered less says nothing yet. */
const LEAST_WH = 20
/** The energy of a module without readings for longer is no energy of the day. */
const MOST_MISSING_MS = 2 * HOUR_MS

/** Facts about each module. @param step of the day; the last one of now */
export function toFacts({ layout, devices, series }: LayoutInfo, step: number): readonly ModuleFact[] {
  const { modules } = layout
  const bySerial = new Map(devices.map((device) => [device.serial, device]))
  const powers = spreadReadings(modules, (key) => series.get(key)?.powersW[step])
  const energies = spreadReadings(modules, (key) => series.get(key)?.energyWh)
  const missingOf = (module: LayoutModule): number => series.get(keyOf(module) ?? '')?.missingMs ?? 0
  const judged = judgeModules(
    modules,
    (module) => (missingOf(module) > MOST_MISSING_MS ? null : (energies.get(module.id)?.value ?? null)),
    LEAST_WH,
  )
  return modules.map((module) => {
    const serial = module.serial ?? module.string?.serial
    const device = serial === undefined ? undefined : bySerial.get(serial)
    return {
      module,
      device,
      missingMs: missingOf(module),
      state: serial === undefined ? 'none' : (device?.status ?? 'unseen'),
      powerW: powers.get(module.id)?.value ?? null,
      energyWh: energies.get(module.id)?.value ?? null,
      origin: (powers.get(module.id) ?? energies.get(module.id))?.origin,
      verdict: judged.get(module.id)?.verdict ?? 'unknown',
      relative: judged.get(module.id)?.relative ?? null,
    }
  })
}

const keyOf = ({ serial, port, string }: LayoutModule): string | undefined =>
  serial !== null ? sourceKey({ serial, port }) : string === null ? undefined : stringKey(string)

/** Whether a module needs a look. */
export const needsLook = ({ verdict, state }: ModuleFact): boolean =>
  verdict === 'dead' || verdict === 'weak' || verdict === 'strong' || state === 'fault' || state === 'silent'
