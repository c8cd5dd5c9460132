import { useId } from 'react'
import { useFormat } from '../texts/use-format.ts'
import styles from './donut.module.css'
import { arcsOf } from './donut-arcs.ts'
import { sharesOf } from './shares.ts'
import { Swatch } from './swatch.tsx'

export type DonutPart = Readonly<{ id: string; name: string; colour: string; value: number; text: string }>

const SIZE = 120
const RADIUS = 50
const STROKE = 15

/**
 * A whole and its parts, which add up to it: a ring, and a list that works without color.
 * @param whole the value in the middle, as text and unit
 */
export function Donut({
  label,
  whole,
  parts,
}: Readonly<{ label: string; whole: Readonly<{ value: string; unit: string }>; parts: readonly DonutPart[] }>) {
  const format = useFormat()
  const id = useId()
  const shares = sharesOf(parts.map(({ value }) => value))
  const arcs = arcsOf(
    parts.map(({ value }) => value),
    RADIUS,
  )
  return (
    <div className={styles.donut} data-part="donut">
      <svg viewBox={`0 0 ${SIZE} ${SIZE}`} className={styles.donutRing} aria-hidden="true">
        <circle className={styles.donutGround} cx={SIZE / 2} cy={SIZE / 2} r={RADIUS} strokeWidth={STROKE} />
        {parts.map((part, index) => {
          const arc = arcs[index]
          return arc ? (
            <circle
              key={part.id}
              className={styles.donutArc}
              cx={SIZE / 2}
              cy={SIZE / 2}
              r={RADIUS}
              strokeWidth={STROKE}
              stroke={`var(--${part.colour})`}
              strokeDasharray={`${arc.length} ${arc.rest}`}
              strokeDashoffset={-arc.start}
            />
          ) : null
        })}
        <text className={styles.donutValue} x={SIZE / 2} y={SIZE / 2 + 2}>
          {whole.value}
        </text>
        <text className={styles.donutUnit} x={SIZE / 2} y={SIZE / 2 + 17}>
          {whole.unit}
        </text>
      </svg>
      <ul className={styles.donutList} aria-labelledby={id}>
        <li className="visually-hidden" id={id}>
          {label}: {whole.value} {whole.unit}
        </li>
        {parts.map((part, index) => (
          <li key={part.id}>
            <Swatch colour={part.colour} look="block" />
            <span>{part.name}</span>
            <b>{part.text}</b>
            <small>{format.percent(shares[index])}</small>
          </li>
        ))}
      </ul>
    </div>
  )
}
