/** One line of text that shows as it was typed: no control or direction characters, no line breaks. */
export const cleanLine = (text: string): string =>
  // White space first: a line break between two words is a space, not nothing.
  text.normalize('NFC').replace(/\s+/g, ' ').replace(/\p{C}/gu, '').trim()
