import { Children, type ReactNode } from 'react'
import type { FlowEquipment } from '../../api/plant-now.ts'
import { useFormat } from '../../texts/use-format.ts'
import { useText } from '../../texts/use-text.tsx'
import styles from './flow.module.css'

const sensor = <path d="M10 3v2M10 11.5a3 3 0 1 0-3-3M4.5 8.5h-1M5.7 4.2l.8.8M14.3 4.2l-.8.8M10 13v4M6.5 17h7" />
const logger = <path d="M4 11h12v5H4zM7 13.5h.1M10 13.5h3M7 8a4.2 4.2 0 0 1 6 0M5 5.8a7.2 7.2 0 0 1 10 0" />

const Sign = ({ children }: Readonly<{ children: ReactNode }>) => (
  <svg
    width="18"
    height="18"
    viewBox="0 0 20 20"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    {children}
  </svg>
)

/** Surroundings of the flow: the weather that the plant's own sensors measure, and the loggers that report it all. */
export function FlowAround({
  weather,
  loggers,
  children,
}: Pick<FlowEquipment, 'weather' | 'loggers'> & Readonly<{ children?: ReactNode }>) {
  const { text } = useText()
  const format = useFormat()
  if (weather === null && loggers.total === 0 && !children) return null
  const readings = weather && [
    ...(weather.irradianceWm2 === null ? [] : [format.quantity({ unit: 'W/m²' }, weather.irradianceWm2).text]),
    ...(weather.ambientC === null ? [] : [format.quantity({ unit: '°C' }, weather.ambientC).text]),
    ...(weather.windMs === null ? [] : [format.quantity({ unit: 'm/s' }, weather.windMs).text]),
  ]
  return (
    <ul className={styles.flowAround}>
      {weather && readings && (
        <li title={weather.devices.join(', ')}>
          <Sign>{sensor}</Sign>
          <span>{text('flow.around.weather')}</span>
          <strong>
            {readings.length === 0 ? '--' : readings.map((reading) => reading.replace(' ', '\u00a0')).join(' · ')}
          </strong>
        </li>
      )}
      {loggers.total > 0 && (
        <li>
          <Sign>{logger}</Sign>
          <span>{text('flow.around.loggers', { online: loggers.online, total: loggers.total })}</span>
        </li>
      )}
      {Children.map(children, (child) => child && <li>{child}</li>)}
    </ul>
  )
}
