import library from './codes.json'

export const urgencies = ['now', 'today', 'week', 'watch', 'none'] as const
/** How soon a person should act. now: fire or shock; watch: it clears by itself; none: it says a state. */
export type Urgency = (typeof urgencies)[number]

/** A code as a maker's family of devices uses it. */
export type KnownFault = Readonly<{
  maker: string
  family: string
  code: string
  /** The maker's own term, English. */
  name: string
  /** Its kind (`grid-ov`), equal for all makers; it has a text of cause and remedy. */
  type: string
  severity: 0 | 1 | 2
  urgency: Urgency
  /** False: from general knowledge, or the device's family or word is not proven. Shown as "probably". */
  isCertain: boolean
  /** Where the names come from, and their license. */
  source: string
}>

type Families = Readonly<{
  names: readonly string[]
  /** A standard defines the codes, whoever made the device. */
  standard?: string
  /** Where the device keeps its codes is deduced, or its family is a guess: no capture proves it. */
  isDeduced?: boolean
}>

/**
 * The families of the library that a profile's codes belong to. The same number means different things in different
 * families (Deye, Sofar): several are named only where it is unknown which of them a device is.
 */
const familiesOfProfiles: Readonly<Record<string, Families>> = {
  'solis-0507': { names: ['all (code in app and display)'] },
  'solis-0503': { names: ['all (code in app and display)'], isDeduced: true },
  'sofar-2701': { names: ['KTL-X string'], isDeduced: true },
  'sofar-2703': { names: ['HYD-ES / ME3000SP'], isDeduced: true },
  'sofar-2708': { names: ['HYD-ES / ME3000SP'], isDeduced: true },
  'sofar-270a': { names: ['G3 (KTLX-G3, HYD-EP)'], isDeduced: true },
  'deye-5408': { names: ['microinverter'], isDeduced: true },
  'deye-5411': { names: ['hybrid-3p', 'hybrid-3p-lv', 'hybrid-3p-hv', 'hybrid-1p'], isDeduced: true },
  'afore-dd01': { names: ['BNT T4'], isDeduced: true },
  'sunspec-inverter': { standard: 'SunSpec', names: ['inverter models 101-103, 111-113'] },
  'sunspec-hybrid': { standard: 'SunSpec', names: ['inverter models 101-103, 111-113'] },
  'sunspec-battery': { standard: 'SunSpec', names: ['battery model 802'] },
}

const sources: Readonly<Record<string, Readonly<{ from: string; license: string }>>> = library.sources
const nameSource = (keys: readonly string[]): string =>
  keys.map((key) => `${sources[key]?.from ?? key} (${sources[key]?.license ?? '?'})`).join('; ')

const severities = [0, 1, 2] as const

/** A row of the file: `code|severity|urgency|type|name`, and `|probably` where it was not compared with a manual. */
function readRow(row: string): Omit<KnownFault, 'maker' | 'family' | 'source'> {
  const [code = '', severity, urgency, type = '', name = '', confidence] = row.split('|')
  return {
    code,
    name,
    type,
    severity: severities.find((item) => String(item) === severity) ?? 2,
    urgency: urgencies.find((item) => item === urgency) ?? 'week',
    isCertain: confidence === undefined,
  }
}

const plainOf = (text: string): string => text.trim().toUpperCase().replace(/^0X/, '')

let known: ReadonlyMap<string, readonly KnownFault[]> | undefined

/** Read at the first question: most processes never ask. */
function readLibrary(): ReadonlyMap<string, readonly KnownFault[]> {
  const byCode = new Map<string, KnownFault[]>()
  for (const { maker, family, sources: keys, codes } of library.families) {
    const source = nameSource(keys)
    for (const row of codes) {
      const fault = { ...readRow(row), maker, family, source }
      const key = `${plainOf(maker)}|${plainOf(fault.code)}`
      byCode.set(key, [...(byCode.get(key) ?? []), fault])
    }
  }
  return byCode
}

/** All codes of the library, about 3,200: by maker, then family. */
export function listFaults(): readonly KnownFault[] {
  known ??= readLibrary()
  return [...known.values()].flat()
}

/**
 * Meaning of a maker's code. Without a family or a known profile it is found only where all families of the maker mean
 * the same by it, and then it is not certain.
 * @param code as the device writes it; case and `0x` do not matter
 * @returns undefined for a code that is not in the library, or that could mean several things
 */
export function findFault({
  maker,
  family,
  profileId,
  code,
}: Readonly<{ maker: string; family?: string | undefined; profileId?: string | undefined; code: string }>):
  | KnownFault
  | undefined {
  known ??= readLibrary()
  const ofProfile = profileId === undefined ? undefined : familiesOfProfiles[profileId]
  const ofMaker = known.get(`${plainOf(ofProfile?.standard ?? maker)}|${plainOf(code)}`) ?? []
  const names = family === undefined ? ofProfile?.names : [family]
  const found = ofMaker.filter((item) => names?.includes(item.family) ?? true)
  const [first] = found
  if (first === undefined || found.some(({ type }) => type !== first.type)) return undefined
  const isProven = names?.length === 1 && (family !== undefined || ofProfile?.isDeduced !== true)
  return { ...first, isCertain: first.isCertain && isProven }
}
