/** The part of fontkit that reports use; the package has no types of its own. */
declare module 'fontkit' {
  export type Glyph = Readonly<{ id: number; path: Readonly<{ toSVG: () => string }> }>
  export type GlyphRun = Readonly<{
    glyphs: readonly Glyph[]
    /** In units of the font. */
    positions: readonly Readonly<{ xAdvance: number; yAdvance: number; xOffset: number; yOffset: number }>[]
    advanceWidth: number
  }>
  export type Font = Readonly<{
    unitsPerEm: number
    hasGlyphForCodePoint: (code: number) => boolean
    glyphForCodePoint: (code: number) => Readonly<{ advanceWidth: number }>
    layout: (text: string) => GlyphRun
  }>
  export function create(file: Buffer): Font
}
