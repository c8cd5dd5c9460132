import type { Moment } from '../readings.ts'

/** Where the chain of models starts. */
export const SUNSPEC_BASE = 40_000
/** "Not implemented" of signed and of unsigned points (SunSpec device information model, 2.10). */
const [NO_SIGNED, NO_UNSIGNED] = [0x8000, 0xffff]

const word = (value: number): number => Math.round(value) & 0xffff
const long = (value: number): readonly number[] => [Math.floor(value / 0x10000) & 0xffff, Math.floor(value) & 0xffff]
const none = (count: number, blank = NO_SIGNED): readonly number[] => Array.from({ length: count }, () => blank)
const text = (value: string, registers: number): readonly number[] =>
  Array.from({ length: registers }, (_, i) => (value.charCodeAt(2 * i) || 0) * 256 + (value.charCodeAt(2 * i + 1) || 0))
const model = (id: number, words: readonly number[]): readonly number[] => [id, words.length, ...words]

/** Registers of such devices count in tens of watt-hours. */
const tens = (energyWh: number): number => Math.floor(energyWh / 10) * 10

export type Nameplate = Readonly<{ maker: string; model: string; options: string; version: string; serial: string }>

/** The common model in its older form, 65 registers long: everything behind it lies at odd addresses. */
const common = (plate: Nameplate): readonly number[] =>
  model(1, [
    ...text(plate.maker, 16),
    ...text(plate.model, 16),
    ...text(plate.options, 8),
    ...text(plate.version, 8),
    ...text(plate.serial, 16),
    1,
  ])

const chain = (...models: readonly (readonly number[])[]): readonly number[] => [
  ...text('SunS', 2),
  ...models.flat(),
  0xffff,
  0,
]

/** Operating states of models 101 to 113. */
const [SLEEPING, MPPT, STANDBY] = [2, 4, 8]
const PHASE_V = 231.4
const INPUTS = 2

/** An inverter with integers and scale factors: models 1, 103 and 160. */
export function inverterWords(plate: Nameplate, { now, powers }: Moment, index: number): readonly number[] {
  const { acW = 0, dcW = 0, cellC = 20, awake = false } = powers.inverters[index] ?? {}
  const state = acW > 0 ? MPPT : awake ? STANDBY : SLEEPING
  const totalWh = tens(now.generation[index]?.total ?? 0)
  const phaseA = acW / 3 / PHASE_V
  const inputV = dcW > 0 ? 415 - 0.9 * cellC : 0
  const three = model(103, [
    ...[phaseA * 3, phaseA, phaseA, phaseA].map((amperes) => word(amperes * 100)),
    word(-2),
    ...none(3, NO_UNSIGNED),
    ...[PHASE_V - 0.4, PHASE_V, PHASE_V + 0.5].map((volts) => word(volts * 10)),
    word(-1),
    word(acW),
    0,
    word(5_001),
    word(-2),
    word(acW),
    0,
    word(0),
    0,
    word(acW > 0 ? -998 : 0),
    word(-1),
    ...long(totalWh),
    0,
    word(inputV > 0 ? (dcW / inputV) * 100 : 0),
    word(-2),
    word(inputV * 10),
    word(-1),
    word(dcW),
    0,
    word((powers.airC + 12) * 10),
    ...none(3),
    word(-1),
    state,
    NO_UNSIGNED,
    ...none(4, 0),
    ...none(8, NO_UNSIGNED),
  ])
  const inputs = Array.from({ length: INPUTS }, (_, n) => [
    n + 1,
    ...text(`String ${n + 1}`, 8),
    word(inputV > 0 ? (dcW / INPUTS / inputV) * 100 : 0),
    word(inputV * 10),
    word(dcW / INPUTS / 10),
    ...long(totalWh / INPUTS),
    ...none(2, 0xffff),
    NO_SIGNED,
    state,
    0,
    0,
  ])
  // Powers of the inputs in tens of watts.
  const mppt = model(160, [word(-2), word(-1), 1, 0, 0, 0, INPUTS, NO_UNSIGNED, ...inputs.flat()])
  return chain(common(plate), three, mppt)
}

/** A meter at the connection point: models 1 and 203; what is imported is positive. */
export function meterWords(plate: Nameplate, { now, powers: { flows } }: Moment): readonly number[] {
  const gridW = flows.importW - flows.exportW
  const phaseA = Math.abs(gridW) / 3 / PHASE_V
  const energies = (totalWh: number) => [...long(tens(totalWh)), ...none(6, 0)]
  const meter = model(203, [
    ...[phaseA * 3, phaseA, phaseA, phaseA].map((amperes) => word(amperes * 10)),
    word(-1),
    word(PHASE_V * 10),
    ...[PHASE_V - 0.4, PHASE_V, PHASE_V + 0.5].map((volts) => word(volts * 10)),
    ...none(4),
    word(-1),
    word(5_001),
    word(-2),
    // Tens of watts hold what 16 bits do not.
    word(gridW / 10),
    ...none(3).map(() => word(gridW / 30)),
    1,
    ...none(4),
    0,
    ...none(4),
    0,
    ...none(4),
    word(-2),
    ...energies(now.boundary.export.total),
    ...energies(now.boundary.import.total),
    0,
    ...none(16, 0),
    0,
    ...none(32, 0),
    0,
    0,
    0,
  ])
  return chain(common(plate), meter)
}
