import { type IconName, icons } from './icons.ts'

type Look = Readonly<{ size?: number | undefined; className?: string | undefined }>

/** A decorative drawing beside words, hidden from screen readers. */
export const Icon = ({ name, ...look }: Look & Readonly<{ name: IconName }>) => <Drawing path={icons[name]} {...look} />

/** The same of a path that has no name here. @param path on a grid of 24 x 24 */
export const Drawing = ({ path, size = 20, className }: Look & Readonly<{ path: string }>) => (
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
    <path d={path} />
  </svg>
)
