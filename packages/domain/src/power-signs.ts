/** Whether the signs of a plant's powers are right: what comes in must go out, and a house gives nothing. */
import { type TurnablePower, turnablePowers } from './meter-role.ts'

/** The balance holds within this share of the power that flows. */
const FIT_SHARE = 0.05
/** Below this nothing can be said: clocks and meters differ by more. W */
export const LEAST_W = 50
const LEAST_INSTANTS = 3

/** Powers of a plant at one instant, W, as they count now; null: not measured. */
export type SignedPowers = Readonly<{
  pvW: number | null
  gridW: number | null
  batteryW: number | null
  generatorW: number | null
  /** Measured by itself; one that follows from the others says nothing about them. */
  loadW: number | null
}>

/** fits: no other sign does as well. turned: only the other signs do. open: several do, or none, or too little is known. */
export type SignVerdict = Readonly<{
  state: 'fits' | 'turned' | 'open'
  turned: readonly TurnablePower[]
  /** The share of the flow that the balance of this verdict leaves open; null: no consumption is measured. */
  offBy: number | null
}>

const open: SignVerdict = { state: 'open', turned: [], offBy: null }

/** Judges the signs by the balance of some minutes. */
export function judgeSigns(instants: readonly SignedPowers[]): SignVerdict {
  const known = instants.filter(({ pvW, gridW }) => pvW !== null || gridW !== null)
  if (known.length < LEAST_INSTANTS) return open
  // A power that does not flow has no sign.
  const flowing = turnablePowers.filter(
    (power) => meanOf(known.map((instant) => Math.abs(signed(instant, power)))) >= LEAST_W,
  )
  if (flowing.length === 0) return open
  const possible = choices.filter((turned) => turned.every((power) => flowing.includes(power)))
  const verdicts = possible.map((turned) => ({ turned, ...weigh(known, turned) }))
  const fitting = verdicts.filter(({ isFit }) => isFit)
  const [only] = fitting
  if (only === undefined || fitting.length > 1) return open
  return { state: only.turned.length === 0 ? 'fits' : 'turned', turned: only.turned, offBy: only.offBy }
}

const signed = ({ gridW, batteryW }: SignedPowers, power: TurnablePower): number =>
  (power === 'grid' ? gridW : batteryW) ?? 0

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

const choices: readonly (readonly TurnablePower[])[] = [[], ['grid'], ['battery'], ['grid', 'battery']]

function weigh(known: readonly SignedPowers[], turned: readonly TurnablePower[]) {
  const parts = known.map((instant) => {
    const values = turnablePowers.map((power) => signed(instant, power) * (turned.includes(power) ? -1 : 1))
    const inflowing = [instant.pvW ?? 0, instant.generatorW ?? 0, ...values]
    const sumW = inflowing.reduce((sum, value) => sum + value, 0)
    // The larger of inflow and outflow is the scale.
    const flowW = inflowing.reduce((sum, value) => sum + Math.max(0, value), 0)
    return { sumW, flowW: Math.max(flowW, flowW - sumW), loadW: instant.loadW }
  })
  const flowW = Math.max(LEAST_W, meanOf(parts.map((part) => part.flowW)))
  if (parts.some(({ loadW }) => loadW === null))
    // A house that gives power all the time has a wrong sign somewhere.
    return { isFit: meanOf(parts.map(({ sumW }) => sumW)) >= -FIT_SHARE * flowW, offBy: null }
  const offBy = meanOf(parts.map(({ sumW, loadW }) => Math.abs(sumW - (loadW ?? 0)))) / flowW
  return { isFit: offBy <= FIT_SHARE, offBy }
}
