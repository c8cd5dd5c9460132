import type { ReactNode } from 'react'
import type { LabReading } from '../../../api/lab.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Card } from '../../../ui/card.tsx'
import styles from './lab.module.css'
import { formatsOf } from './register-formats.ts'

const MOST_ROWS = 500
const shown = (value: number | null): string => (value === null ? '' : String(Math.round(value * 1e4) / 1e4))
const columns = ['u16', 's16', 'u32', 's32', 'f32', 'u32Low', 'f32Low'] as const

/** Each register alone, and with the next one, in every sensible format. */
export function WordsTable({ blocks, children }: Readonly<{ blocks: LabReading['blocks']; children: ReactNode }>) {
  const { text } = useText()
  const rows = blocks.flatMap(({ function: fn, address, words }) =>
    words.map((word, at) => ({ fn, address: address + at, formats: formatsOf(word, words[at + 1]) })),
  )
  return (
    <Card title={text('lab.words')} flush>
      <div className={styles.labScroll}>
        <table className={styles.labTable}>
          <thead>
            <tr>
              <th scope="col">{text('lab.words.address')}</th>
              <th scope="col">hex</th>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column.endsWith('Low') ? text('lab.words.low', { type: column.slice(0, 3) }) : column}
                </th>
              ))}
              <th scope="col">ASCII</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, MOST_ROWS).map(({ fn, address, formats }) => (
              <tr key={`${fn} ${address}`}>
                <th scope="row">{`${fn} · ${address}`}</th>
                <td>
                  <code>{formats.hex}</code>
                </td>
                {columns.map((column) => (
                  <td key={column}>{shown(formats[column])}</td>
                ))}
                <td>
                  <code>{formats.text}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > MOST_ROWS && <p className="muted">{text('lab.words.more', { count: rows.length - MOST_ROWS })}</p>}
      {children}
    </Card>
  )
}
