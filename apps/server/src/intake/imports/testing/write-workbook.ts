import { strToU8, zipSync } from 'fflate'

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>'

export type WrittenSheet = Readonly<{
  name: string
  /** Its rows; what is no row is written as it is. */
  xml: string
  state?: 'hidden'
}>

export const cell = (place: string, text: string | number, style = 0): string => {
  const attributes = `${place && ` r="${place}"`}${style ? ` s="${style}"` : ''}`
  return typeof text === 'number'
    ? `<c${attributes}><v>${text}</v></c>`
    : `<c${attributes} t="inlineStr"><is><t>${text}</t></is></c>`
}
export const row = (number: number | '', cells: string): string => `<row${number && ` r="${number}"`}>${cells}</row>`

/** A workbook as small as one can be. @param options.formats of numbers, by style from 1 */
export function writeWorkbook(
  options: Readonly<{
    sheets: readonly WrittenSheet[]
    formats?: readonly string[]
    texts?: readonly string[]
    is1904?: true
  }>,
): Uint8Array {
  const { sheets, formats = [], texts, is1904 } = options
  const link = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="${RELS}/${type}" Target="${target}"/>`
  const links = [
    ...sheets.map((_, n) => link(`r${n}`, 'worksheet', `worksheets/sheet${n}.xml`)),
    link('styles', 'styles', 'styles.xml'),
    ...(texts ? [link('texts', 'sharedStrings', 'sharedStrings.xml')] : []),
  ]
  const codes = formats.map(
    (code, n) => `<numFmt numFmtId="${200 + n}" formatCode="${code.replaceAll('"', '&quot;')}"/>`,
  )
  const parts: Record<string, string> = {
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELS}">${is1904 ? '<workbookPr date1904="1"/>' : ''}<sheets>${sheets
      .map(
        ({ name, state }, n) =>
          `<sheet name="${name}" sheetId="${n + 1}"${state ? ` state="${state}"` : ''} r:id="r${n}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${links.join('')}</Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><numFmts>${codes.join('')}</numFmts><cellXfs><xf numFmtId="0"/>${formats
      .map((_, n) => `<xf numFmtId="${200 + n}"/>`)
      .join('')}</cellXfs></styleSheet>`,
    ...(texts && {
      'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${texts.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    }),
  }
  for (const [n, { xml }] of sheets.entries())
    parts[`xl/worksheets/sheet${n}.xml`] = `<worksheet xmlns="${MAIN}"><sheetData>${xml}</sheetData></worksheet>`
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(HEAD + text)])))
}
