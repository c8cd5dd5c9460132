/** The fixed parts of a workbook (ECMA-376, part 1). */
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGES = 'http://schemas.openxmlformats.org/package/2006'
const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export const XML_FILE = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

export const DATE_STYLE = 1
export const BOLD_STYLE = 2

/** A: 0, Z: 25, AA: 26. */
export function toColumnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : toColumnName(Math.floor(index / 26) - 1) + letter
}

const MOST_CHARACTERS = 32_767
/** Characters that XML 1.0 cannot hold, lone surrogates among them. */
const invalid = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/** Escapes a text for an element; what XML cannot hold is left out, and what a spreadsheet would decode stays as it is. */
export function toXmlText(text: string): string {
  const cut = text.slice(0, MOST_CHARACTERS).replace(invalid, '')
  return cut
    .replace(/_(x[0-9A-Fa-f]{4}_)/g, '_x005F_$1')
    .replace(/[&<>]/g, (item) => (item === '&' ? '&amp;' : item === '<' ? '&lt;' : '&gt;'))
}

const toAttribute = (text: string): string => toXmlText(text).replaceAll('"', '&quot;')

/** @param widths of the columns, in characters */
export const sheetStart = (widths: readonly number[], isFrozen = true): string => {
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  const views = `<sheetViews><sheetView workbookViewId="0">${isFrozen ? pane : ''}</sheetView></sheetViews>`
  const columns = widths.map((width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`)
  return `<worksheet xmlns="${MAIN}">${views}<cols>${columns.join('')}</cols><sheetData>`
}
export const SHEET_END = '</sheetData></worksheet>'

export const stylesXml = `${XML_FILE}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

/** Names of sheets have at most 31 characters and none of `\ / ? * [ ] :`. */
const toSheetName = (name: string): string => name.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31)

export const workbookXml = (names: readonly string[]): string =>
  `${XML_FILE}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${names
    .map((name, i) => `<sheet name="${toAttribute(toSheetName(name))}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`)
    .join('')}</sheets></workbook>`

export const workbookRelations = (sheets: number): string =>
  `${XML_FILE}<Relationships xmlns="${PACKAGES}/relationships">${Array.from(
    { length: sheets },
    (_, i) => `<Relationship Id="rId${i + 1}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`,
  ).join('')}<Relationship Id="rId${sheets + 1}" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`

export const packageRelations = `${XML_FILE}<Relationships xmlns="${PACKAGES}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`

export const contentTypes = (sheets: number): string =>
  `${XML_FILE}<Types xmlns="${PACKAGES}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SPREADSHEET}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${SPREADSHEET}.styles+xml"/>${Array.from(
    { length: sheets },
    (_, i) => `<Override PartName="/xl/worksheets/sheet${i + 1}.xml" ContentType="${SPREADSHEET}.worksheet+xml"/>`,
  ).join('')}</Types>`
