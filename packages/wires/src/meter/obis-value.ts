/** One line of a telegram, or one entry of an SML list. */
export type ObisValue = Readonly<{
  /** A-B:C.D.E, without leading zeros: 1-0:1.8.0 */
  code: string
  /** As sent; of SML, the octets as printable text, or as hex. */
  text: string
  /** In the unit as sent: kWh, Wh, kW, W, V, A, Hz...; '' where none is. */
  value?: number
  unit?: string
  /** The status word of an SML entry. */
  status?: number
}>

export type MeterTelegram = Readonly<{
  form: 'text' | 'sml'
  /** Maker and model of a text telegram, the server id of SML as hex. */
  ident: string
  values: readonly ObisValue[]
}>

/** Why bytes are no telegram: the sum differs, the lines do not fit, no end came within the limit, or another began. */
export type MeterFault = 'crc' | 'grammar' | 'tooLong' | 'cut'
