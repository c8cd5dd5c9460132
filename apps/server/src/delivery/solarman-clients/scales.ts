/** Station ids of clients have six digits at least: one of them refuses smaller numbers. */
const STATION_OFFSET = 100_000
/** Loggers and devices have ids of their own here; one range holds both there, within 32 bits. */
const LOGGER_OFFSET = 1_000_000_000

export const toStationId = (plantId: number): number => plantId + STATION_OFFSET
/** @returns undefined for a number that no plant has */
export const toPlantId = (stationId: number): number | undefined =>
  stationId > STATION_OFFSET ? stationId - STATION_OFFSET : undefined
export const toLoggerNumber = (loggerId: number): number => loggerId + LOGGER_OFFSET

export const toSeconds = (atMs: number | null): number | null => (atMs === null ? null : Math.floor(atMs / 1000))
export const toWatts = (w: number | null): number | null => (w === null ? null : Math.round(w * 10) / 10)
export const toKwh = (wh: number | null): number | null => (wh === null ? null : Math.round(wh / 10) / 100)
export const round2 = (value: number | null): number | null => (value === null ? null : Math.round(value * 100) / 100)

/** Fields that are not known are left out: typed clients fail on null in place of a number. */
export const leaveOutUnknown = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined))
