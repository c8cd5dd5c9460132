import type { ReactNode } from 'react'
import type { IconName } from './icons.ts'

/** One line of a menu: something to do, one of several to choose, or a place to go. */
export type MenuEntry = Readonly<{
  id: string
  content: ReactNode
  /** What the entry is called, where its content is more than a text. */
  name?: string
  icon?: IconName
  lang?: string
  /** One of several, of which one is chosen. */
  checked?: boolean
  /** A place of the page, or another one that opens beside it. */
  to?: string
  href?: string
  onPick?: () => void
}>

export type MenuProps = Readonly<{
  label: string
  head?: ReactNode
  /** Entries between lines; `false` leaves one out. */
  groups: readonly (readonly (MenuEntry | false)[])[]
}>
