import { LaterTexts } from '../../texts/later-texts.tsx'
import { ShortSky, type Sky } from './short-sky.tsx'
import styles from './weather-now.module.css'

/** In a row of a list. */
export const WeatherBadge = (sky: Sky) => (
  <LaterTexts feature="weather" waiting={null}>
    <span className={styles.weatherNow}>
      <ShortSky {...sky} size={16} bare />
    </span>
  </LaterTexts>
)
