import type { DeviceType } from '@heliograph/domain/device.ts'
import { Drawing } from '../ui/icon.tsx'
import { deviceIcons } from './device-icons.ts'

/** The drawing of a type of device, beside its name; hidden from screen readers. */
export const DeviceIcon = ({ type, size }: Readonly<{ type: DeviceType; size?: number }>) => (
  <Drawing path={deviceIcons[type]} size={size} />
)
