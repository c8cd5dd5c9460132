/**
 * The terms and the privacy notice that come with the server. A change of their text also changes their date in
 * domain/brand/shipped-texts.ts.
 */

/** Condition of a paragraph: it is shown where this is true of the server and of the visited brand. */
export type LegalFact =
  /** The brand has a name of its own: `{brand}`. */
  | 'named'
  /** The brand has a contact for help: `{contact}`. */
  | 'contact'
  | 'noContact'
  /** People export, or delete, their account themselves. */
  | 'mayExport'
  | 'mayDelete'
  | 'mayNotDelete'
  /** The service runs in several data centers. */
  | 'centers'
  | 'weather'
  | 'noWeather'
  /** Maps of other services. */
  | 'foreignMaps'
  | 'tracking'

export type Paragraph = string | Readonly<{ when: LegalFact; text: string }>
export type LegalText = Readonly<{
  title: string
  lead: readonly Paragraph[]
  sections: readonly Readonly<{
    title: string
    paragraphs: readonly Paragraph[]
    /**
     * Kept data and its end. Figures are those of the server, by the names of the call: `{signInDays}` reads "180
     * days".
     */
    kept?: readonly Readonly<{ what: string; until: string }>[]
  }>[]
}>
export type LegalTexts = Readonly<{
  terms: LegalText
  privacy: LegalText
  /** `{date}` */
  asOf: string
  /** In the place of a figure: never removed. */
  always: string
}>
