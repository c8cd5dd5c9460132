import { getQuantity, isQuantityId, type QuantityId, quantityIds } from '@heliograph/domain/quantities.ts'
import type { LabItem } from '../../../api/lab.ts'
import { useQuantityName } from '../../../plant/use-quantity-name.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Card } from '../../../ui/card.tsx'
import { ColumnHeads } from '../../../ui/column-heads.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import styles from './lab.module.css'
import type { Meanings } from './meanings.ts'

const hexOf = (words: readonly number[]): string =>
  words.map((word) => word.toString(16).toUpperCase().padStart(4, '0')).join(' ')

/** Quantities in whose unit an item may be. */
const fitting = (unit: string): readonly QuantityId[] =>
  quantityIds.filter((id) => {
    const { unit: base, isEstimate } = getQuantity(id)
    return (
      !isEstimate && (unit === '' || unit === base || unit === `k${base}` || unit === `M${base}` || unit === `m${base}`)
    )
  })

/** The items of a map with their values and words; each can be given a quantity and a sign. */
export function ItemsTable({
  items,
  meanings,
  onChange,
}: Readonly<{ items: readonly LabItem[]; meanings: Meanings; onChange: (meanings: Meanings) => void }>) {
  const { text } = useText()
  const nameOf = useQuantityName()
  const set = (item: string, quantity: string, isTurned: boolean): void => {
    const assigned = new Map(meanings.assigned)
    if (isQuantityId(quantity)) assigned.set(item, { quantity, isTurned })
    else assigned.delete(item)
    onChange({ ...meanings, assigned })
  }
  if (items.length === 0)
    return (
      <Card title={text('lab.items')}>
        <EmptyState compact icon="table" title={text('lab.items.none')} />
      </Card>
    )
  return (
    <Card title={text('lab.items')} flush>
      <div className={styles.labScroll}>
        <table className={styles.labTable}>
          <ColumnHeads
            labels={(['name', 'value', 'words', 'quantity', 'turned'] as const).map((column) =>
              text(`lab.items.${column}`),
            )}
          />
          <tbody>
            {items.map((item) => {
              const meaning = meanings.assigned.get(item.id)
              const isSerial = meanings.serialItem === item.id
              const isNumber = typeof item.value === 'number' || item.value === null
              return (
                <tr key={item.id}>
                  <th scope="row">
                    {item.label}
                    <small className="muted">{`${item.function} · ${item.registers.join(' ')} · ${item.type}`}</small>
                  </th>
                  <td>{item.value === null ? '--' : `${item.value} ${item.unit}`.trim()}</td>
                  <td>
                    <code>{hexOf(item.words)}</code>
                  </td>
                  <td>
                    <select
                      aria-label={`${text('lab.items.quantity')}: ${item.label}`}
                      value={isSerial ? 'serial' : (meaning?.quantity ?? '')}
                      onChange={({ target: { value } }) =>
                        value === 'serial' || isSerial
                          ? onChange({ ...meanings, serialItem: value === 'serial' ? item.id : null })
                          : set(item.id, value, meaning?.isTurned ?? item.isTurned)
                      }
                    >
                      <option value="">{text('lab.items.unassigned')}</option>
                      {!isNumber && <option value="serial">{text('lab.items.serial')}</option>}
                      {isNumber &&
                        fitting(item.unit).map((id) => (
                          <option key={id} value={id}>
                            {nameOf(id)}
                          </option>
                        ))}
                    </select>
                  </td>
                  <td>
                    <input
                      type="checkbox"
                      aria-label={`${text('lab.items.turned')}: ${item.label}`}
                      disabled={meaning === undefined}
                      checked={meaning?.isTurned ?? false}
                      onChange={({ target: { checked } }) => meaning && set(item.id, meaning.quantity, checked)}
                    />
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </Card>
  )
}
