import { type DeviceType, deviceKinds } from '@heliograph/domain/device.ts'
import { MOST_PORTS } from '@heliograph/domain/module-layout/layout.ts'
import { isQuantityId, type QuantityId } from '@heliograph/domain/quantities.ts'

/** module: a device behind single modules. string: an inverter whose inputs are strings. */
export type SourceKind = 'module' | 'string'

const ofModules: ReadonlySet<DeviceType> = new Set(['MICRO_INVERTER', 'MICRO_STORAGE_IN_ONE', 'OPTIMIZER'])

/** The kind of source that a device is for modules; undefined: none. */
export function sourceKindOf(type: DeviceType, quantities: readonly QuantityId[]): SourceKind | undefined {
  if (ofModules.has(type)) return 'module'
  return deviceKinds[type].isInverter && inputsOf(quantities).length > 0 ? 'string' : undefined
}

/** The inputs whose power a device reports, from 1. */
export const inputsOf = (quantities: readonly QuantityId[]): readonly number[] =>
  allInputs.filter((input) => quantities.includes(inputPower(input)))

const allInputs = Array.from({ length: MOST_PORTS }, (_, i) => i + 1)

function inputPower(input: number): QuantityId {
  const name = `pv${input}PowerW`
  if (!isQuantityId(name)) throw new RangeError(`no quantity ${name}`)
  return name
}

/**
 * The quantity behind an input of a device, or behind the device (null). A device of one module that reports only its
 * whole has its first input there. undefined: it reports none.
 */
export function powerOfSource(quantities: readonly QuantityId[], port: number | null): QuantityId | undefined {
  if (port !== null && quantities.includes(inputPower(port))) return inputPower(port)
  if (port !== null && (port > 1 || inputsOf(quantities).length > 0)) return undefined
  return wholes.find((quantity) => quantities.includes(quantity))
}
const wholes: readonly QuantityId[] = ['pvPowerW', 'acPowerW']
