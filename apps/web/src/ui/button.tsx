import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { Link, type LinkProps } from 'react-router'
import styles from './button.module.css'
import { cx, lookOf } from './class-names.ts'
import { Icon } from './icon.tsx'
import type { IconName } from './icons.ts'

type Look = Readonly<{
  kind?: 'primary' | 'plain' | 'quiet' | 'danger'
  size?: 'm' | 's'
  icon?: IconName
  wide?: boolean
  /** With an icon and no children: the action, for screen readers and as a tooltip. */
  label?: string
  children?: ReactNode
  className?: string | undefined
}>

const classOf = ({ kind = 'plain', size = 'm', wide, children, className }: Look): string =>
  cx(
    styles.button,
    kind !== 'plain' && lookOf(styles, 'button', kind),
    size === 's' && styles.buttonS,
    wide && styles.buttonWide,
    children === undefined && styles.buttonIconOnly,
    className,
  )

const Content = ({ icon, size, children }: Look): ReactNode => (
  <>
    {icon && <Icon name={icon} size={size === 's' ? 17 : 19} />}
    {children !== undefined && <span>{children}</span>}
  </>
)

/** @param busy the action runs: the button keeps its size and is disabled */
export function Button({
  kind,
  size,
  icon,
  wide,
  label,
  busy = false,
  children,
  className,
  ...rest
}: Look &
  Readonly<{ busy?: boolean; ref?: Ref<HTMLButtonElement> }> &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, keyof Look>) {
  const look = { kind, size, icon, wide, label, children, className } as Look
  return (
    <button
      type="button"
      {...rest}
      className={cx(classOf(look), busy && styles.buttonBusy)}
      data-part="button"
      disabled={rest.disabled || busy}
      aria-busy={busy || undefined}
      aria-label={label}
      title={rest.title ?? label}
    >
      <Content {...look} />
    </button>
  )
}

/** A link that looks like a button: for navigation. */
export function ButtonLink({
  kind,
  size,
  icon,
  wide,
  label,
  children,
  className,
  ...rest
}: Look & Omit<LinkProps, keyof Look>) {
  const look = { kind, size, icon, wide, label, children, className } as Look
  return (
    <Link {...rest} className={classOf(look)} data-part="button" aria-label={label} title={label}>
      <Content {...look} />
    </Link>
  )
}
