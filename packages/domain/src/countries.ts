/**
 * Countries and territories of ISO 3166-1, and Kosovo under Unicode's code, with phone prefix (ITU-T E.164) and data
 * region. Names come from `Intl.DisplayNames`. A four-digit prefix lies within +1; a country with several prefixes has
 * its first.
 */
import type { RegionCode } from './regions.ts'

export type Country = Readonly<{
  /** ISO 3166-1 alpha-2. */
  code: string
  /** Digits after the plus sign. */
  prefix: string
  region: RegionCode
}>

const table: Readonly<Record<Exclude<RegionCode, 'INTL'>, string>> = {
  CN: 'CN 86',
  AS: `AE 971 AF 93 AM 374 AZ 994 BD 880 BH 973 BN 673 BT 975 CC 61 CX 61 CY 357 GE 995 HK 852 ID 62 IL 972 IN 91 IO 246
    IQ 964 IR 98 JO 962 JP 81 KG 996 KH 855 KP 850 KR 82 KW 965 KZ 7 LA 856 LB 961 LK 94 MM 95 MN 976 MO 853 MV 960 MY 60
    NP 977 OM 968 PH 63 PK 92 PS 970 QA 974 SA 966 SG 65 SY 963 TH 66 TJ 992 TL 670 TM 993 TR 90 TW 886 UZ 998 VN 84 YE 967`,
  EU: `AD 376 AL 355 AT 43 AX 358 BA 387 BE 32 BG 359 BY 375 CH 41 CZ 420 DE 49 DK 45 EE 372 ES 34 FI 358 FO 298 FR 33
    GB 44 GG 44 GI 350 GR 30 HR 385 HU 36 IE 353 IM 44 IS 354 IT 39 JE 44 LI 423 LT 370 LU 352 LV 371 MC 377 MD 373 ME 382
    MK 389 MT 356 NL 31 NO 47 PL 48 PT 351 RO 40 RS 381 RU 7 SE 46 SI 386 SJ 47 SK 421 SM 378 UA 380 VA 39 XK 383`,
  AF: `AO 244 BF 226 BI 257 BJ 229 BW 267 CD 243 CF 236 CG 242 CI 225 CM 237 CV 238 DJ 253 DZ 213 EG 20 EH 212 ER 291 ET 251
    GA 241 GH 233 GM 220 GN 224 GQ 240 GW 245 KE 254 KM 269 LR 231 LS 266 LY 218 MA 212 MG 261 ML 223 MR 222 MU 230 MW 265
    MZ 258 NA 264 NE 227 NG 234 RE 262 RW 250 SC 248 SD 249 SH 290 SL 232 SN 221 SO 252 SS 211 ST 239 SZ 268 TD 235 TG 228
    TN 216 TZ 255 UG 256 YT 262 ZA 27 ZM 260 ZW 263`,
  OA: `AS 1684 AU 61 CK 682 FJ 679 FM 691 GU 1671 KI 686 MH 692 MP 1670 NC 687 NF 672 NR 674 NU 683 NZ 64 PF 689 PG 675
    PN 64 PW 680 SB 677 TK 690 TO 676 TV 688 UM 1 VU 678 WF 681 WS 685`,
  NA: `AG 1268 AI 1264 AW 297 BB 1246 BL 590 BM 1441 BQ 599 BS 1242 BZ 501 CA 1 CR 506 CU 53 CW 599 DM 1767 DO 1809 GD 1473
    GL 299 GP 590 GT 502 HN 504 HT 509 JM 1876 KN 1869 KY 1345 LC 1758 MF 590 MQ 596 MS 1664 MX 52 NI 505 PA 507 PM 508
    PR 1787 SV 503 SX 1721 TC 1649 TT 1868 US 1 VC 1784 VG 1284 VI 1340`,
  SA: 'AR 54 BO 591 BR 55 CL 56 CO 57 EC 593 FK 500 GF 594 GY 592 PE 51 PY 595 SR 597 UY 598 VE 58',
  AN: 'AQ 672 BV 47 GS 500 HM 672 TF 262',
}

/** In the order of their codes. */
export const countries: readonly Country[] = Object.entries(table)
  .flatMap(([region, text]) =>
    [...text.matchAll(/([A-Z]{2}) (\d+)/g)].map(([, code = '', prefix = '']) => ({
      code,
      prefix,
      region: region as RegionCode,
    })),
  )
  .sort((left, right) => (left.code < right.code ? -1 : 1))

const byCode: ReadonlyMap<string, Country> = new Map(countries.map((country) => [country.code, country]))

/** Keys are ISO 3166-1 alpha-2, in capitals. */
export const findCountry = (code: string): Country | undefined => byCode.get(code)
/** Whether a text is one of the country codes (ISO 3166-1 alpha-2, upper case). */
export const isCountry = (code: string): boolean => byCode.has(code)

/** Countries with several prefixes of their own, all of them. */
const severalPrefixes: Readonly<Record<string, readonly string[]>> = {
  DO: ['1809', '1829', '1849'],
  JM: ['1876', '1658'],
  KZ: ['76', '77'],
  PR: ['1787', '1939'],
  VA: ['39', '379'],
}

/** Every phone prefix of a country (ITU-T E.164), the usual one first. */
export const prefixesOf = ({ code, prefix }: Country): readonly string[] => severalPrefixes[code] ?? [prefix]

/** The calling code that a country dials under: that of Jamaica is 1. */
export const callingCodeOf = ({ prefix }: Country): string => (prefix.startsWith('1') ? '1' : prefix)
