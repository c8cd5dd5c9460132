/** Reads the packed files of `place-data` (made by tools/places/renew.mjs). */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'

export type Packed<About> = Readonly<{ about: About; part: (name: string) => Buffer }>

type Head = Readonly<{ parts: readonly Readonly<{ name: string; bytes: number }>[] }>

/** Beside the built server, or beside this file. */
const fileOf = (name: string): string => fileURLToPath(new URL(`./place-data/${name}`, import.meta.url))

export async function readPacked<About>(
  name: 'cities' | 'borders' | 'addresses' | 'names' | 'zones',
): Promise<Packed<About>> {
  const file = fileOf(`${name}.br`)
  if (!existsSync(file)) throw new Error(`The place data is missing: ${file}`)
  const bytes: Buffer = await promisify(brotliDecompress)(await readFile(file))
  const end = bytes.indexOf(10)
  const about = JSON.parse(bytes.toString('utf8', 0, end)) as About & Head
  const found = new Map<string, Buffer>()
  let at = end + 1
  for (const part of about.parts) {
    found.set(part.name, bytes.subarray(at, at + part.bytes))
    at += part.bytes
  }
  return {
    about,
    part: (wanted) => {
      const part = found.get(wanted)
      if (part === undefined) throw new Error(`${file} has no part ${wanted}`)
      return part
    },
  }
}

/** Numbers of seven bits a byte, the lowest first. */
export function* unpackNumbers(bytes: Uint8Array): Generator<number> {
  let number = 0
  let scale = 1
  for (const byte of bytes) {
    number += (byte & 127) * scale
    if (byte > 127) scale *= 128
    else {
      yield number
      number = 0
      scale = 1
    }
  }
}

/** Running sums of differences, whose sign is their lowest bit. */
export function* unpackDifferences(bytes: Uint8Array): Generator<number> {
  let sum = 0
  for (const number of unpackNumbers(bytes)) {
    sum += number % 2 === 1 ? -(number + 1) / 2 : number / 2
    yield sum
  }
}

/** Where each line of a text starts, and where the last one ends (one byte after it, as if a line feed followed). */
export function findLines(text: Uint8Array, lines: number): Uint32Array {
  const starts = new Uint32Array(lines + 1)
  let line = 1
  for (let at = 0; at < text.length; at += 1) if (text[at] === 10) starts[line++] = at + 1
  starts[lines] = text.length + 1
  return starts
}
