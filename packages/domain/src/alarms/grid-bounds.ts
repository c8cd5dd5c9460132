/** Permitted range of a grid quantity, by its nominal value. */
export type GridBounds = Readonly<{ nominal: number; low: number; high: number }>

/** Between a phase and neutral, or two phases, V. */
const americanV = [120, 208, 240, 277, 480]
const ordinaryV = [230, 400]
const brazilianV = [127, 220, 380]
const japaneseV = [101, 202]
const countriesAt120V = new Set('US CA MX GT HN NI CR PA CO VE EC DO HT CU PR TW'.split(' '))
/** 220 V at 60 Hz, or 127 and 220 V. */
const countriesAt220V = new Set('BR KR PH PE SA'.split(' '))

/** Beyond +10 % and -15 % (EN 50549) of the nearest nominal voltage; null: no voltage of a grid. */
export function voltageBounds(voltageV: number, country: string, nominalV: number | null): GridBounds | null {
  const nominal = nearest(voltageV, nominalV === null ? nominalsOf(country) : [nominalV, nominalV * Math.sqrt(3)])
  if (voltageV < nominal * 0.5 || voltageV > nominal * 1.4) return null
  return { nominal, low: nominal * 0.85, high: nominal * 1.1 }
}

/** Runs for each phase of each sample. Of two that are as near, the first. */
function nearest(voltageV: number, nominals: readonly number[]): number {
  let found = 0
  let distance = Number.POSITIVE_INFINITY
  for (const nominal of nominals) {
    const away = Math.abs(voltageV - nominal)
    if (away >= distance) continue
    found = nominal
    distance = away
  }
  return found
}

const nominalsOf = (country: string): readonly number[] =>
  countriesAt120V.has(country)
    ? americanV
    : countriesAt220V.has(country)
      ? brazilianV
      : country === 'JP'
        ? japaneseV
        : ordinaryV

/** Half a hertz around 50 or 60 Hz, Hz; null: no frequency of a grid. */
export function frequencyBounds(frequencyHz: number): GridBounds | null {
  const nominal = frequencyHz < 55 ? 50 : 60
  return Math.abs(frequencyHz - nominal) > 5 ? null : { nominal, low: nominal - 0.5, high: nominal + 0.5 }
}
