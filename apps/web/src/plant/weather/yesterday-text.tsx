import type { WhyLow } from '../../api/performance.ts'
import { useFormat } from '../../texts/use-format.ts'
import { useText } from '../../texts/use-text.tsx'

/** Why yesterday was low, in a sentence with numbers. Needs the texts of `weather`. */
export function YesterdayText({ low }: Readonly<{ low: WhyLow }>) {
  const { text } = useText()
  const format = useFormat()
  const energy = (energyWh: number): string => format.energyWh(energyWh).text
  const parts = low.parts.map(({ kind, energyWh }) => text(`weather.why.${kind}`, { energy: energy(energyWh) }))
  return (
    <>
      {text('weather.why', {
        produced: energy(low.producedWh),
        share: format.percent((1 - low.producedWh / low.usualWh) * 100, 0),
        usual: energy(low.usualWh),
        missing: new Intl.ListFormat(format.locale, { type: 'conjunction' }).format(parts),
      })}
    </>
  )
}
