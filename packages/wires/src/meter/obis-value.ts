/** One line of a telegram, or one entry of an SML list. */
export type ObisValue = Readonly<{
  /** A-B:C.D.E, without leading zeros: 1-0:1.8.0; and *F where F names a past day or billing period: 1-0:1.8.0*96 */
  code: string
  /** As sent; of SML, the octets as printable text, or as hex. */
  text: string
  /** In the unit as sent: kWh, Wh, kW, W, V, A, Hz...; '' where none is. */
  value?: number
  unit?: string
  /** The status word of an SML entry. */
  status?: number
  /** Of a negative SML number of fewer than four bytes: the value of its bytes without a sign. */
  asUnsigned?: number
}>

/** F of 255, or none, is now; 0 is so too where nothing else is sent. */
const NOW = 255

/** The code with F, where F is not now. */
export const writeCode = (code: string, f: number | undefined): string =>
  f === undefined || f === NOW || f === 0 ? code : `${code}*${f}`

export type MeterTelegram = Readonly<{
  form: 'text' | 'sml'
  /** Maker and model of a text telegram, the server id of SML as hex. */
  ident: string
  values: readonly ObisValue[]
}>

/** Why bytes are no telegram: the sum differs, the lines do not fit, no end came within the limit, or another began. */
export type MeterFault = 'crc' | 'grammar' | 'tooLong' | 'cut'
