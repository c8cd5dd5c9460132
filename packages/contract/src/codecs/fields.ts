/**
 * The specification's dialect, once for both directions. A codec is a table of fields, one row for each part of a value
 * of ours, with plain functions around it for what is more than a name and a unit. Codecs import no zod: the page loads them.
 */
export type Codec<Ours, Wire> = Readonly<{ toWire: (ours: Ours) => Wire; fromWire: (wire: Wire) => Ours }>

/** Another unit on the wire. Unknown values (null) stay unknown. */
export type Scale = Readonly<{ toWire: (value: number) => number; fromWire: (value: number) => number }>

/** By part: its name on the wire, and its scale there where it has another one. */
export type Fields = Readonly<Record<string, string | readonly [name: string, scale: Scale]>>
type NameOf<F> = F extends readonly [infer N extends string, Scale] ? N : F extends string ? F : never

export type Wired<F, T> = { [P in keyof T as P extends keyof F ? NameOf<F[P]> : never]: T[P] }
export type Unwired<F, W> = { [P in keyof F]: NameOf<F[P]> extends keyof W ? W[NameOf<F[P]>] : never }

/** UTC milliseconds here, whole seconds there. */
export const seconds: Scale = { toWire: (ms) => Math.floor(ms / 1000), fromWire: (s) => s * 1000 }
/** Wh or W here, kWh or kW there; to the tenth of a milliwatt-hour, as all energies. */
export const kilo: Scale = { toWire: (value) => value / 1000, fromWire: (value) => Math.round(value * 1e7) / 1e4 }
/** Wp here, kWp there; to the milliwatt, so that a capacity reads the same after the way there and back. */
export const kilowattPeak: Scale = { toWire: (wp) => wp / 1000, fromWire: (kwp) => Math.round(kwp * 1e6) / 1e3 }

export const nameOf = (field: Fields[string]): string => (typeof field === 'string' ? field : field[0])

const scaled = (value: unknown, field: Fields[string], way: keyof Scale): unknown =>
  typeof field !== 'string' && typeof value === 'number' ? field[1][way](value) : value

/** The fields that a value has, with their names and units on the wire. */
export function toFields<const F extends Fields, T extends object>(fields: F, ours: T): Wired<F, T> {
  const wire: Record<string, unknown> = {}
  for (const [part, field] of Object.entries(fields))
    if (part in ours) wire[nameOf(field)] = scaled(ours[part as keyof T], field, 'toWire')
  return wire as Wired<F, T>
}

/** The parts that the wire names, in our names and units. */
export function fromFields<const F extends Fields, W extends object>(fields: F, wire: W): Unwired<F, W> {
  const ours: Record<string, unknown> = {}
  for (const [part, field] of Object.entries(fields)) {
    const name = nameOf(field)
    if (name in wire) ours[part] = scaled(wire[name as keyof W], field, 'fromWire')
  }
  return ours as Unwired<F, W>
}
