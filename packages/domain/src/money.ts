/** Currency rules (specification, section 9): how an amount is scaled. `format/money.ts` formats it. */
export type MoneyScale = Readonly<{ from: number; suffix: string; divisor: number }>

// Ascending; an amount takes the last row that it reaches.
const yuanScales: readonly MoneyScale[] = [
  { from: 0, suffix: '元', divisor: 1 },
  { from: 1e4, suffix: '万元', divisor: 1e4 },
  { from: 1e8, suffix: '亿元', divisor: 1e8 },
  { from: 1e12, suffix: '万亿元', divisor: 1e12 },
]
// An owner's income of a year is written in full; thousands are shortened from 100,000 on (docs/decisions/fleet.md).
const letterScales: readonly MoneyScale[] = [
  { from: 0, suffix: '', divisor: 1 },
  { from: 1e5, suffix: 'K', divisor: 1e3 },
  { from: 1e6, suffix: 'M', divisor: 1e6 },
  { from: 1e9, suffix: 'B', divisor: 1e9 },
]

/** Active ISO 4217 codes of states and unions; no funds, metals or test codes. */
export const currencies = (
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY ' +
  'COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS ' +
  'INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP ' +
  'MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR ' +
  'SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV ' +
  'WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG'
).split(' ') as readonly string[]

const known = new Set(currencies)

/** Whether a text is one of the currency codes (ISO 4217, upper case). */
export const isCurrency = (code: string): boolean => known.has(code)

/** Whether a locale is Chinese, in any region and script. */
export const isChineseLocale = (locale: string): boolean => /^zh\b/i.test(locale)

/** Whether an amount is written in yuan words (万元) instead of a symbol and letter. */
export const countsInYuan = (currency: string, locale: string): boolean => currency === 'CNY' && isChineseLocale(locale)

/** The scale of an amount by its magnitude; a threshold itself is scaled already (10 000 CNY is 1.00万元). */
export function moneyScale(amount: number, currency: string, locale: string): MoneyScale {
  const scales = countsInYuan(currency, locale) ? yuanScales : letterScales
  let scale: MoneyScale = { from: 0, suffix: '', divisor: 1 }
  for (const row of scales) if (Math.abs(amount) >= row.from) scale = row
  return scale
}
