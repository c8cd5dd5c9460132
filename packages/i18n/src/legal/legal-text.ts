/** The terms and the privacy notice that come with the server. Who changes what they say changes their date in domain/brand/shipped-texts.ts. */

/** What a paragraph depends on: it is shown where this is true of the server and of the visited brand. */
export type LegalFact =
  /** The brand has a name of its own: `{brand}`. */
  | 'named'
  /** Somebody is named who helps: `{contact}`. */
  | 'contact'
  | 'noContact'
  /** People export, or delete, their account themselves. */
  | 'mayExport'
  | 'mayDelete'
  | 'mayNotDelete'
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
    /** What is kept until when. Figures are those of the server, by the names of the call: `{signInDays}` reads "180 days". */
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
