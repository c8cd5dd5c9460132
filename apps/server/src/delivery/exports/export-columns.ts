import { getQuantity, type QuantityId } from '@heliograph/domain/quantities.ts'
import { quantityKey } from '@heliograph/i18n/quantity-key.ts'
import { hasText, type Translate } from '@heliograph/i18n/translate.ts'
import { exportTexts } from './export-texts.ts'

/** An instant is UTC ms; a text comes from people or devices. */
export type Cell = string | number | null

export type Column = Readonly<{
  /** Its name in JSON. */
  id: string
  /** Its heading in the person's language. */
  name: string
  /** '' without one. */
  unit: string
  kind: 'instant' | 'text' | 'number'
  /** Of a number: beyond them is only what binary fractions add. */
  decimals: number
}>

/** Some rows, and the share of the whole work that is done with them, 0 to 1. */
export type Page = Readonly<{ rows: readonly (readonly Cell[])[]; share: number }>

/** Content of a file; the pages can be read once. */
export type ExportRows = Readonly<{ columns: readonly Column[]; pages: AsyncIterable<Page> }>

export const instantColumn = (translate: Translate): Column => ({
  id: 'time',
  name: translate('exports.column.time'),
  unit: '',
  kind: 'instant',
  decimals: 0,
})

export const textColumn = (id: string, name: string): Column => ({ id, name, unit: '', kind: 'text', decimals: 0 })

export const numberColumn = (id: string, name: string, unit: string, decimals: number): Column => ({
  id,
  name,
  unit,
  kind: 'number',
  decimals,
})

/** Energies of counters come in steps of their device; a mean of a power has as many decimals as its readings. */
export const quantityColumn = (id: QuantityId, translate: Translate): Column => {
  const { unit, decimals } = getQuantity(id)
  const shown = unit === 'code' || unit === 'count' || unit === 'ratio' ? '' : unit
  const { key, n } = quantityKey(id)
  return numberColumn(id, hasText(exportTexts.en ?? {}, key) ? translate(key, { n }) : id, shown, Math.max(2, decimals))
}

const powersOfTen = Array.from({ length: 10 }, (_, n) => 10 ** n)

/** Rounds a cell as its column says; text and unknown values stay. */
export function roundCell(cell: Cell, { kind, decimals }: Column): Cell {
  if (kind !== 'number' || typeof cell !== 'number') return cell
  const scale = powersOfTen[decimals] ?? 1
  const rounded = Math.round(cell * scale) / scale
  return Number.isFinite(rounded) ? rounded + 0 : null
}
