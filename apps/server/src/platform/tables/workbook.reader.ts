import { posix } from 'node:path'
import { type Cell, importLimits } from './import-table.ts'
import { isDateFormat } from './sheet-dates.ts'
import { readRows, type SheetContext, type SheetOptions } from './sheet-rows.reader.ts'
import { unreadable } from './unreadable.ts'
import { readXml } from './xml-events.reader.ts'
import { openZip, type ZipParts } from './zip-parts.reader.ts'

export type WorkbookSheet = Readonly<{ name: string; isHidden: boolean; part: string }>
export type Workbook = Readonly<{
  sheets: readonly WorkbookSheet[]
  /** The rows of one sheet that have any text, by their place; the others are not even unpacked. */
  read: (sheet: WorkbookSheet, options: SheetOptions) => Promise<ReadonlyMap<number, Cell[]>>
}>

/** @throws Refusal IMPORT_UNREADABLE (`reason`) */
export const openWorkbook = async (bytes: Uint8Array): Promise<Workbook> => openBook(await openZip(bytes))

/** @throws Refusal IMPORT_UNREADABLE (`reason`) */
export async function openBook(zip: ZipParts): Promise<Workbook> {
  const top = await readLinks(zip, '_rels/.rels', '')
  const book = top.find(({ type }) => type === 'officeDocument')?.part ?? 'xl/workbook.xml'
  const folder = posix.dirname(book)
  const links = await readLinks(zip, posix.join(folder, '_rels', `${posix.basename(book)}.rels`), folder)
  const { sheets, is1904 } = await readBook(zip, book, links)
  let context: SheetContext | undefined
  return {
    sheets,
    read: async (sheet, options) => {
      context ??= { ...(await readShared(zip, links)), is1904 }
      return readRows(zip.stream(sheet.part), context, options)
    },
  }
}

type Link = Readonly<{ id: string; type: string; part: string }>

/** Where the parts are that a part names. */
async function readLinks(zip: ZipParts, name: string, folder: string): Promise<readonly Link[]> {
  const links: Link[] = []
  if (!zip.has(name)) return links
  await readXml(zip.stream(name), {
    open(tag, { Id = '', Type = '', Target = '' }) {
      if (tag !== 'Relationship') return undefined
      const part = Target.startsWith('/') ? Target.slice(1) : posix.join(folder, Target)
      links.push({ id: Id, type: Type.slice(Type.lastIndexOf('/') + 1), part })
      return links.length > importLimits.entries
    },
  })
  return links
}

async function readBook(zip: ZipParts, book: string, links: readonly Link[]) {
  const parts = new Map(links.filter(({ type }) => type === 'worksheet').map(({ id, part }) => [id, part]))
  const sheets: WorkbookSheet[] = []
  let is1904 = false
  await readXml(zip.stream(book), {
    open(tag, attributes) {
      if (tag === 'workbookPr') is1904 = /^(?:1|true)$/.test(attributes.date1904 ?? '')
      if (tag !== 'sheet') return undefined
      const id = Object.entries(attributes).find(([name]) => /:id$/.test(name))?.[1] ?? ''
      const part = parts.get(id)
      const isHidden = /^(?:veryH|h)idden$/.test(attributes.state ?? '')
      if (part !== undefined) sheets.push({ name: attributes.name ?? '', isHidden, part })
      return sheets.length > importLimits.entries
    },
  })
  if (sheets.length === 0) throw unreadable('noWorkbook')
  return { sheets, is1904 }
}

async function readShared(zip: ZipParts, links: readonly Link[]): Promise<Omit<SheetContext, 'is1904'>> {
  const partOf = (wanted: string): string | undefined =>
    links.find(({ type, part }) => type === wanted && zip.has(part))?.part
  const [texts, styles] = [partOf('sharedStrings'), partOf('styles')]
  return {
    texts: texts === undefined ? [] : await readTexts(zip.stream(texts)),
    isDate: styles === undefined ? [] : await readDateStyles(zip.stream(styles)),
  }
}

async function readTexts(pieces: AsyncIterable<string>): Promise<readonly string[]> {
  const texts: string[] = []
  let [text, isText, isAside] = ['', false, false]
  await readXml(pieces, {
    open(tag) {
      if (tag === 'si') text = ''
      else if (tag === 't') isText = true
      else if (tag === 'rPh') isAside = true
      return undefined
    },
    text(part) {
      if (isText && !isAside && text.length < 1_000) text += part
    },
    close(tag) {
      if (tag === 't') isText = false
      else if (tag === 'rPh') isAside = false
      else if (tag === 'si') texts.push(text.trim().slice(0, importLimits.cellLength))
      if (texts.length > importLimits.cells) throw unreadable('tooManyRows')
    },
  })
  return texts
}

async function readDateStyles(pieces: AsyncIterable<string>): Promise<readonly boolean[]> {
  const codes = new Map<number, string>()
  const isDate: boolean[] = []
  let isCells = false
  await readXml(pieces, {
    open(tag, { numFmtId = '0', formatCode = '' }) {
      if (tag === 'numFmt') codes.set(Number(numFmtId), formatCode.slice(0, 300))
      else if (tag === 'cellXfs') isCells = true
      else if (tag === 'xf' && isCells) isDate.push(isDateFormat(Number(numFmtId), codes.get(Number(numFmtId))))
      return isDate.length > 100_000
    },
    close(tag) {
      if (tag === 'cellXfs') isCells = false
    },
  })
  return isDate
}
