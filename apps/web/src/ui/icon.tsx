import { type IconName, icons } from './icons.ts'

/** A decorative drawing beside words, hidden from screen readers. */
export function Icon({
  name,
  size = 20,
  className,
}: Readonly<{ name: IconName; size?: number; className?: string | undefined }>) {
  return (
    <svg
      className={className}
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
      <path d={icons[name]} />
    </svg>
  )
}
