import type { DeviceType } from '@heliograph/domain/device.ts'
import { deviceIcons } from './device-icons.ts'

/** The drawing of a type of device, beside its name; hidden from screen readers. */
export const DeviceIcon = ({ type, size = 20 }: Readonly<{ type: DeviceType; size?: number }>) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={1.75}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    <path d={deviceIcons[type]} />
  </svg>
)
