/** The words at a node, in lines that keep to its own room. */
import type { Words } from './flow-words.ts'

export type LabelLine = Readonly<{
  /** Its text, with the name apart where both stand on one line. */
  name: string
  note: string
  /** Where a word alone is wider than the room: it is drawn narrower. */
  squeezedPx?: number
}>

const NAME_PX = 12.9
const NOTE_PX = 12
const APART_PX = 6

/** Wide letters of other scripts, capitals and digits, thin letters: as parts of the font's size. */
const partOf = (letter: string): number =>
  /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef]/.test(letter)
    ? 1
    : /[A-ZА-ЯÄÖÜ%mwмжшщю]/.test(letter)
      ? 0.76
      : /[ iljtfrI.,:'·()]/.test(letter)
        ? 0.34
        : 0.58

const widthOf = (text: string, sizePx: number): number =>
  [...text].reduce((sum, letter) => sum + partOf(letter) * sizePx, 0)

/** As many words as have room, then the next line; a dot between two words is left out where a line ends. */
function wrap(text: string, roomPx: number, sizePx: number): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && widthOf(`${last} ${word}`, sizePx) <= roomPx) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines.map((line) => line.replace(/^· | ·$|^·$/g, '')).filter((line) => line !== '')
}

const squeeze = (line: Pick<LabelLine, 'name' | 'note'>, sizePx: number, roomPx: number): LabelLine =>
  widthOf(line.name + line.note, sizePx) > roomPx ? { ...line, squeezedPx: roomPx } : line

/** @param isSingle alone in the upper row: name and note share a line where both have room */
export function linesOf({ name, note }: Words, roomPx: number, isSingle: boolean): readonly LabelLine[] {
  const room = roomPx - APART_PX
  if (isSingle && note !== '' && widthOf(`${name} · ${note}`, NAME_PX) <= room) return [{ name, note }]
  return [
    ...wrap(name, room, NAME_PX).map((line) => squeeze({ name: line, note: '' }, NAME_PX, room)),
    ...wrap(note, room, NOTE_PX).map((line) => squeeze({ name: '', note: line }, NOTE_PX, room)),
  ]
}
