import { Parser } from 'htmlparser2'

export type XmlEvents = Readonly<{
  /** @returns true: the rest is of no interest */
  open?: (name: string, attributes: Readonly<Record<string, string>>) => boolean | undefined
  text?: (part: string) => void
  close?: (name: string) => void
}>

const bare = (name: string): string => (name.includes(':') ? name.slice(name.indexOf(':') + 1) : name)

/** Reads a document of any size piece by piece. Names come without their name space; nothing that it defines is expanded. */
export async function readXml(pieces: AsyncIterable<string>, events: XmlEvents): Promise<void> {
  let isOver = false
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        if (!isOver && events.open?.(bare(name), attributes)) isOver = true
      },
      ontext: (part) => {
        if (!isOver) events.text?.(part)
      },
      onclosetag: (name) => {
        if (!isOver) events.close?.(bare(name))
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  for await (const piece of pieces) {
    parser.write(piece)
    if (isOver) return
  }
  parser.end()
}
