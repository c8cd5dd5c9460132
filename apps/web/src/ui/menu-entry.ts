import type { ReactNode } from 'react'
import type { IconName } from './icons.ts'

/** One line of a menu: an action, an option, or a link. */
export type MenuEntry = Readonly<{
  id: string
  content: ReactNode
  /** The entry's name, if its content is more than a text. */
  name?: string
  icon?: IconName
  lang?: string
  /** One of several options, one of which is selected. */
  checked?: boolean
  /** A page of the site, or an external one that opens beside it. */
  to?: string
  href?: string
  onPick?: () => void
}>

export type MenuProps = Readonly<{
  label: string
  head?: ReactNode
  /** Entries between separators; `false` leaves one out. */
  groups: readonly (readonly (MenuEntry | false)[])[]
}>
