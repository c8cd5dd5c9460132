/** A first screen that the server drew, in a document. Small: part of the script that shows it. */
export const TEMPLATE_ID = 'first-screen'
export const DRAWN_ID = 'drawn-screen'

/** How it is shown, beside its markup. */
export type ScreenLook = Readonly<{
  lang: string
  font: string
  title: string
  /** The brand's colors. */
  css: string
  /** Visitors may have chosen another data center than this one. */
  hasCenters: boolean
  /** Its pictures are for a light page alone. */
  isLightOnly: boolean
  /** It holds announcements, which a visitor may have dismissed. */
  hasAnnouncements: boolean
  /** As the server sees the connection: passkeys need a secure one. */
  isSecure: boolean
  /** Media queries of width with their answers: where another is true, the page is another. */
  widths: Readonly<Record<string, boolean>>
}>

export type DrawnScreen = ScreenLook & Readonly<{ html: string }>
