import './swatch.css'

export type SwatchLook = 'solid' | 'dashed' | 'ghost' | 'band' | 'block'

/** The line or area as it is drawn, small: shape tells what colour alone would not. */
export function Swatch({ colour, look }: Readonly<{ colour: string; look: SwatchLook }>) {
  return <i className={`swatch swatch-${look}`} style={{ color: `var(--${colour})` }} aria-hidden="true" />
}
