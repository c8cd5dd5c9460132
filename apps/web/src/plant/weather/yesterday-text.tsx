import type { WhyLow } from '../../api/performance.ts'
import { useFormat } from '../../texts/use-format.ts'
import { useText } from '../../texts/use-text.tsx'

/** Why yesterday was low, in a sentence with numbers. Needs the texts of `weather`. */
export function YesterdayText({ low }: Readonly<{ low: WhyLow }>) {
  const { text } = useText()
  const format = useFormat()
  const energy = (kwh: number): string => format.energyKwh(kwh).text
  const parts = low.parts.map(({ kind, kwh }) => text(`weather.why.${kind}`, { energy: energy(kwh) }))
  return (
    <>
      {text('weather.why', {
        produced: energy(low.producedKwh),
        share: format.percent((1 - low.producedKwh / low.usualKwh) * 100, 0),
        usual: energy(low.usualKwh),
        missing: new Intl.ListFormat(format.locale, { type: 'conjunction' }).format(parts),
      })}
    </>
  )
}
