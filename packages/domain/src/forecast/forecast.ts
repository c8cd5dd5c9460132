/** A forecast hour, W; one in ten stays below p10W, one in ten exceeds p90W. */
export type ForecastHour = Readonly<{ atMs: number; p10W: number; p50W: number; p90W: number }>
/** A forecast day, Wh: by plane too, and as the model has it without the plant's history. */
export type ForecastDay = Readonly<{
  date: string
  p10Wh: number
  p50Wh: number
  p90Wh: number
  modelledWh: number
  planesWh: readonly number[]
}>
