/** The last cell of a sheet is XFD1048576. */
const MOST_COLUMNS = 16_384
const MOST_ROWS = 1_048_576

/** Row and column of `B7`, from 0; undefined for what no sheet has. */
export function parsePlace(text: string): Readonly<{ row: number; column: number }> | undefined {
  const [, letters = '', digits = ''] = /^([A-Z]{1,3})([1-9]\d{0,6})$/.exec(text) ?? []
  const row = parseRow(digits)
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return row === undefined || column < 1 || column > MOST_COLUMNS ? undefined : { row, column: column - 1 }
}

/** A row from its number, from 0. */
export function parseRow(text: string): number | undefined {
  const row = /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 0
  return row < 1 || row > MOST_ROWS ? undefined : row - 1
}
