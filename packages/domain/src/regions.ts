/** Regions for the visitor to choose, and the data center of each (specification, sections 3 and 7). */

/** CN mainland China, AS other Asia, EU, AF, OA, NA, SA, AN Antarctica, INTL International (the specification gives no code for it). */
export const regionCodes = ['CN', 'AS', 'EU', 'AF', 'OA', 'NA', 'SA', 'AN', 'INTL'] as const
export type RegionCode = (typeof regionCodes)[number]

export const dataCenters = ['CHINA', 'FOREIGN_1'] as const
export type DataCenter = (typeof dataCenters)[number]

export const dataCenterPrefixes: Readonly<Record<DataCenter, string>> = { CHINA: '/mdc-cn', FOREIGN_1: '/mdc-eu' }

/** Calls without a data center, because they are made before one is chosen. */
export const unprefixedPaths: readonly string[] = [
  '/backyard-api-s/oem/project/basic-info',
  '/backyard-api-s/config/gee-test/enable',
  '/backyard-api-s/announcement/content',
]

/** Whether a text is one of the region codes. */
export const isRegion = (code: string): code is RegionCode => (regionCodes as readonly string[]).includes(code)

/** CN selects the Chinese data center, every other region or country code the international one. */
export const dataCenterOf = (code: string): DataCenter => (code === 'CN' ? 'CHINA' : 'FOREIGN_1')

/**
 * The path of a call with its data-center prefix.
 * @param options.oem a branded build has one data center and no prefix
 * @param options.prefix an explicit prefix that replaces the data center's
 */
export function prefixedPath(
  path: string,
  center: DataCenter,
  options: Readonly<{ oem?: boolean; prefix?: string }> = {},
): string {
  if (options.oem || unprefixedPaths.includes(path)) return path
  return `${options.prefix ?? dataCenterPrefixes[center]}${path}`
}

/** Splits a request's path into its data center, if it names one, and the bare path. */
export function splitPrefix(path: string): Readonly<{ center: DataCenter | undefined; path: string }> {
  for (const center of dataCenters) {
    const prefix = dataCenterPrefixes[center]
    if (path.startsWith(`${prefix}/`)) return { center, path: path.slice(prefix.length) }
  }
  return { center: undefined, path }
}
