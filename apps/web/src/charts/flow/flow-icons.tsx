import type { ReactNode } from 'react'
import { cx } from '../../ui/class-names.ts'
import styles from './flow.module.css'
import type { FlowRole } from './flow-model.ts'
import type { FlowStop } from './flow-stops.ts'

/** Line drawings on a 32 grid, made for this size: the page's small icons would look empty here. */
const panel = (
  <>
    <path d="M8.2 15h15.6l3.2 11.5H5z" />
    <path d="M13.3 15l-1.6 11.5M18.7 15l1.6 11.5M6.7 20.6h18.6" />
    <path d="M16 26.5v2.8M11.5 29.3h9" />
  </>
)

const drawings: Readonly<Record<FlowRole, ReactNode>> = {
  pv: (
    <>
      <circle cx="16" cy="7.2" r="2.9" />
      <path d="M16 1v1.3M9.8 7.2h1.4M20.8 7.2h1.4M11.6 2.8l1 1M20.4 2.8l-1 1" />
      {panel}
    </>
  ),
  micro: (
    <>
      {panel}
      <rect x="11" y="3.5" width="10" height="7" rx="1.5" />
      <path d="M13.2 7c.9-2 1.8-2 2.8 0s1.9 2 2.8 0M16 10.5V15" />
    </>
  ),
  grid: (
    <>
      <path d="M16 3l-5.5 26M16 3l5.5 26M13.7 14h4.6M12.9 18l7.4 6M19.1 18l-7.4 6M12.5 20h7" />
      <path d="M6 10h20M8.5 10v3M23.5 10v3M16 6.5L6 10M16 6.5L26 10" />
    </>
  ),
  battery: (
    <path d="M7.5 6.5h17a2 2 0 0 1 2 2V27a2 2 0 0 1-2 2h-17a2 2 0 0 1-2-2V8.5a2 2 0 0 1 2-2zM12.5 6.5V3.5h7v3" />
  ),
  load: (
    <>
      <path d="M3.5 15.5L16 4.5l12.5 11M7 12.8V28h18V12.8" />
      <path d="M22.5 9.8V5h2.8v7.3M13 28v-7.5h6V28" />
    </>
  ),
  smartLoad: (
    <>
      <path d="M10 3.5v6M22 3.5v6M7 9.5h18v5.5a9 9 0 0 1-18 0zM16 24v5" />
      <path d="M12.6 14.6a5 5 0 0 1 6.8 0M14.6 17.4a2 2 0 0 1 2.8 0" />
    </>
  ),
  generator: (
    <>
      <path d="M4 12h18v13H4zM22 16h5.5v5.5H22M7 25v3M19 25v3M8 12V7.5h6V12M17.5 12V9" />
      <path d="M13.8 14.5l-3 4.5h4.6l-3 4" />
    </>
  ),
  ups: (
    <>
      <rect x="8" y="3.5" width="16" height="25" rx="2.5" />
      <path d="M17 8.5l-4.2 7h6.4L15 22.5M12.5 25.5h7" />
    </>
  ),
}

/** Equipment on a path, on a 20 grid. */
const stops: Readonly<Record<FlowStop, ReactNode>> = {
  meter: (
    <>
      <path d="M4.5 12.5a5.5 5.5 0 0 1 11 0M10 12.5l2.6-3.4" />
      <path d="M6 15.5h8" />
    </>
  ),
  pcs: <path d="M4.5 15.5l11-11M5 6.3c.9-1.9 1.8-1.9 2.7 0s1.8 1.9 2.7 0M11.5 13h4.5M11.5 15.6h4.5" />,
  compensation: <path d="M10 3.5v8.5M6.6 8.8L10 12.2l3.4-3.4M4.5 15.8h11" />,
}

/** A small box on a path. */
export const FlowStopIcon = ({ stop }: Readonly<{ stop: FlowStop }>) => (
  <g className={styles.flowStop} transform="translate(-10 -10)">
    <rect className={styles.flowStopBox} width="20" height="20" rx="5" />
    {stops[stop]}
  </g>
)

const moon = <path d="M23.5 18.5A9.5 9.5 0 0 1 12.3 5.3a9.7 9.7 0 1 0 11.2 13.2zM22 5.5h4l-4 5h4" />

/** Bars inside the battery's body, from the bottom. */
const bars = [0, 1, 2].map((index) => 22.5 - index * 6)

/** @param level 0 to 3, for the battery only @param asleep the sun is below the horizon */
export function FlowIcon({
  flow,
  level = 0,
  asleep = false,
}: Readonly<{ flow: FlowRole; level?: number; asleep?: boolean }>) {
  const isDark = asleep && (flow === 'pv' || flow === 'micro')
  return (
    <g className={styles.flowIcon}>
      {isDark ? moon : drawings[flow]}
      {flow === 'battery' &&
        bars.map((y, index) => (
          <rect
            key={y}
            className={index < level ? cx(styles.flowBar, styles.flowBarOn) : styles.flowBar}
            x="9.2"
            y={y}
            width="13.6"
            height="3.8"
            rx="1"
          />
        ))}
    </g>
  )
}

/** A battery on its own, as in the diagram. @param level 0 to 3 */
export const BatterySign = ({ level }: Readonly<{ level: number }>) => (
  <svg width="64" height="64" viewBox="0 0 32 32" aria-hidden="true">
    <FlowIcon flow="battery" level={level} />
  </svg>
)
