/** When the production is shown as 0 W; null: no threshold. */
export type ZeroSetting = Readonly<{ belowW: number | null; byNight: boolean }>

export const toZero = ({ below, atNight }: Readonly<{ below: number | null; atNight: boolean }>): ZeroSetting => ({
  belowW: below,
  byNight: atNight,
})
