import { type FlowPower, unaccountedW } from '@heliograph/domain/energy-flow.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { PowerSources, Source } from './power-sources.ts'

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

/** undefined: no valid reading. `isPart`: some of the devices behind this value are missing. */
export type Reading = Readonly<{ value: number; isPart?: boolean }>
export type Read = (deviceId: number, quantity: QuantityId) => Reading | undefined

/**
 * Sums what is known. A sum is null when all its parts are unknown; a missing part is left out, and the page says which
 * devices are silent. The balance needs complete sums, because a missing part would appear as load.
 */
export function sumPower(sources: PowerSources, read: Read): PlantPower {
  const pv = addRole(sources.pv, read)
  const micro = addRole(sources.micro, read)
  const grid = addRole(sources.grid, read)
  const battery = addRole(sources.battery, read)
  const generator = addRole(sources.generator, read)
  const soc = addRole(sources.soc, read)

  // An idle inverter draws a few watts; production is never negative.
  const clampPv = (value: number | null): number | null => (value === null ? null : Math.max(0, value))
  const inverterW = clampPv(sumOf(pv))
  const microW = clampPv(sumOf(micro))
  const pvW = clampPv(pv.known + micro.known === 0 ? null : pv.sum + micro.sum)
  const gridW = sumOf(grid)
  const batteryW = sumOf(battery)
  const generatorW = sumOf(generator)
  const socPercent = soc.known === 0 ? null : soc.sum / soc.known

  const measuredW = sources.loadIsWhole ? sumOf(addRole(sources.load, read)) : null
  const isBalanced = pv.isWhole && micro.isWhole && grid.isWhole && battery.isWhole && generator.isWhole
  const derivedW =
    measuredW === null && sources.loadCanFollow && isBalanced
      ? Math.max(0, (pvW ?? 0) + (gridW ?? 0) + (batteryW ?? 0) + (generatorW ?? 0))
      : null
  const flow: FlowPower = { pvW, gridW, batteryW, generatorW, loadW: measuredW ?? derivedW, socPercent }
  return {
    pvW,
    inverterW,
    microW,
    gridW,
    batteryW,
    generatorW,
    loadW: flow.loadW,
    socPercent,
    upsW: sumOf(addRole(sources.ups, read)),
    loadIsDerived: derivedW !== null,
    unaccountedW: derivedW === null && sources.grid.length > 0 ? unaccountedW(flow) : null,
  }
}

/** The same where production below `shownFromW` is shown as 0: what follows from it follows from the 0. */
export function sumShownPower(sources: PowerSources, read: Read, shownFromW: number): PlantPower {
  const power = sumPower(sources, read)
  if (power.pvW === null || power.pvW === 0 || power.pvW >= shownFromW) return power
  const panels = [...sources.pv, ...sources.micro]
  return sumPower(sources, (deviceId, quantity) => {
    const reading = read(deviceId, quantity)
    const isPanel = panels.some((panel) => panel.deviceId === deviceId && panel.quantity === quantity)
    return reading && isPanel ? { ...reading, value: 0 } : reading
  })
}

type Total = Readonly<{ sum: number; known: number; isWhole: boolean }>
const nothing: Total = { sum: 0, known: 0, isWhole: true }

/** Runs for each sample of each plant: one pass, and nothing kept of it. */
function addRole(sources: readonly Source[], read: Read): Total {
  if (sources.length === 0) return nothing
  let sum = 0
  let known = 0
  let isWhole = true
  for (const { deviceId, quantity, factor = 1 } of sources) {
    const reading = read(deviceId, quantity)
    if (reading === undefined || reading.isPart) isWhole = false
    if (reading === undefined) continue
    sum += reading.value * factor
    known++
  }
  return { sum, known, isWhole }
}

const sumOf = ({ sum, known }: Total): number | null => (known === 0 ? null : sum)
