import { useQuery } from '@tanstack/react-query'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { whyLowQuery } from '../../../plant/weather/why-low-query.ts'
import { YesterdayText } from '../../../plant/weather/yesterday-text.tsx'
import { LaterTexts } from '../../../texts/later-texts.tsx'
import { Notice } from '../../../ui/notice.tsx'

/** Why yesterday was low; nothing, not even texts, where it was not. */
export function YesterdayLine() {
  const { plantId } = useCurrentPlant()
  const { data: low } = useQuery(whyLowQuery(plantId))
  if (!low) return null
  return (
    <LaterTexts feature="weather" waiting={null}>
      <Notice tone="neutral">
        <YesterdayText low={low} />
      </Notice>
    </LaterTexts>
  )
}
