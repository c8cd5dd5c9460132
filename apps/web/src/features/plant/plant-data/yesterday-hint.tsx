import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { plantPath } from '../../../address/paths.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { whyLowQuery } from '../../../plant/weather/why-low-query.ts'
import { YesterdayText } from '../../../plant/weather/yesterday-text.tsx'
import { LaterTexts } from '../../../texts/later-texts.tsx'
import { useText } from '../../../texts/use-text.tsx'
import { Icon } from '../../../ui/icon.tsx'
import styles from './yesterday-hint.module.css'

/** Why yesterday was low, and the way to where its energy went; nothing, not even texts, where it was not. */
export function YesterdayHint() {
  const { plantId } = useCurrentPlant()
  const { data: low } = useQuery(whyLowQuery(plantId))
  if (!low) return null
  return (
    <LaterTexts feature="weather" waiting={null}>
      <p className={styles.yesterdayHint}>
        <Icon name="info" size={16} />
        <span>
          <span className={styles.told}>
            <YesterdayText low={low} />
          </span>{' '}
          <More plantId={plantId} />
        </span>
      </p>
    </LaterTexts>
  )
}

function More({ plantId }: Readonly<{ plantId: number }>) {
  const { text } = useText()
  return <Link to={plantPath('performance', { id: plantId })}>{text('weather.why.more')}</Link>
}
