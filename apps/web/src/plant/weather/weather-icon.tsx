import type { WeatherKind } from '@heliograph/domain/weather/weather-hour.ts'
import styles from './weather-icon.module.css'
import { weatherPaths } from './weather-paths.ts'

/** The drawing of a sky beside its name; hidden from screen readers. */
export function WeatherIcon({
  kind,
  isNight = false,
  size = 20,
}: Readonly<{ kind: WeatherKind; isNight?: boolean; size?: number }>) {
  const { light, cloud, fall } = weatherPaths[kind](isNight)
  return (
    <svg
      className={styles.weatherIcon}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {light && <path className={isNight ? styles.moon : styles.light} d={light} />}
      {cloud && <path d={cloud} />}
      {fall && (
        <path className={kind === 'foggy' ? undefined : kind === 'thunder' ? styles.light : styles.fall} d={fall} />
      )}
    </svg>
  )
}
