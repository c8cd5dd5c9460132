import { useQuery } from '@tanstack/react-query'
import { fetchWhyLow } from '../../api/performance.ts'
import { plantKey } from '../../api/queries.ts'
import { useCurrentPlant } from '../../plant/current-plant.ts'
import { LaterTexts } from '../../texts/later-texts.tsx'
import { useFormat } from '../../texts/use-format.ts'
import { useText } from '../../texts/use-text.tsx'
import { Notice } from '../../ui/notice.tsx'

/** Why yesterday was low, in a sentence with numbers; nothing where it was not. */
export const YesterdayLine = () => (
  <LaterTexts feature="weather" waiting={null}>
    <Sentence />
  </LaterTexts>
)

function Sentence() {
  const { plantId } = useCurrentPlant()
  const { text } = useText()
  const format = useFormat()
  const { data } = useQuery({
    queryKey: [...plantKey(plantId), 'why-low'],
    queryFn: ({ signal }) => fetchWhyLow(plantId, signal),
  })
  if (!data) return null
  const energy = (kwh: number): string => format.energyTold(kwh)
  const parts = data.parts.map(({ kind, kwh }) => text(`weather.why.${kind}`, { energy: energy(kwh) }))
  return (
    <Notice tone="neutral">
      {text('weather.why', {
        produced: energy(data.producedKwh),
        share: format.percent((1 - data.producedKwh / data.usualKwh) * 100, 0),
        usual: energy(data.usualKwh),
      })}{' '}
      {new Intl.ListFormat(format.locale, { type: 'conjunction' }).format(parts)}
    </Notice>
  )
}
