import { type FlowPower, unaccountedW } from '@heliograph/domain/energy-flow.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { PowerRole, PowerSources } from './power-sources.ts'

/** Powers of a plant at one instant, W, by the sign convention of domain/quantities.ts; null where unknown. */
export type PlantPower = FlowPower &
  Readonly<{
    /** The parts of `pvW` that inverters and micro-inverters deliver. */
    inverterW: number | null
    microW: number | null
    upsW: number | null
    /** The load follows from the balance of the others. */
    loadIsDerived: boolean
    unaccountedW: number | null
  }>

/** undefined: no reading that counts. `isPart`: it stands for several devices of which some are missing. */
export type Reading = Readonly<{ value: number; isPart?: boolean }>
export type Read = (deviceId: number, quantity: QuantityId) => Reading | undefined

/**
 * Sums what is read. A sum is null when no part of it is known; a part that is missing among others is left out, as the
 * page says which devices are silent. The balance is drawn only from whole sums, for a missing part would be taken for load.
 */
export function sumPower(sources: PowerSources, read: Read): PlantPower {
  const readings = (role: PowerRole) => sources[role].map(({ deviceId, quantity }) => read(deviceId, quantity))
  const values = (role: PowerRole) => readings(role).map((one) => one?.value)
  const sum = (role: PowerRole): number | null => addKnown(values(role))
  const isWhole = (role: PowerRole): boolean => readings(role).every((one) => one !== undefined && !one.isPart)

  // An inverter that idles takes a few watts; production is never negative.
  const clampPv = (value: number | null): number | null => (value === null ? null : Math.max(0, value))
  const inverterW = clampPv(sum('pv'))
  const microW = clampPv(sum('micro'))
  const pvW = clampPv(addKnown([...values('pv'), ...values('micro')]))
  const gridW = sum('grid')
  const batteryW = sum('battery')
  const generatorW = sum('generator')
  const socs = values('soc').filter((value) => value !== undefined)
  const socPercent = socs.length === 0 ? null : socs.reduce((total, value) => total + value, 0) / socs.length

  const measuredW = sources.loadIsWhole ? sum('load') : null
  const isBalanced = (['pv', 'micro', 'grid', 'battery', 'generator'] as const).every(isWhole)
  const derivedW =
    measuredW === null && sources.loadCanFollow && isBalanced
      ? Math.max(0, (pvW ?? 0) + (gridW ?? 0) + (batteryW ?? 0) + (generatorW ?? 0))
      : null
  const flow: FlowPower = { pvW, gridW, batteryW, generatorW, loadW: measuredW ?? derivedW, socPercent }
  return {
    ...flow,
    inverterW,
    microW,
    upsW: sum('ups'),
    loadIsDerived: derivedW !== null,
    unaccountedW: derivedW === null && sources.grid.length > 0 ? unaccountedW(flow) : null,
  }
}

function addKnown(values: readonly (number | undefined)[]): number | null {
  const known = values.filter((value) => value !== undefined)
  return known.length === 0 ? null : known.reduce((total, value) => total + value, 0)
}
