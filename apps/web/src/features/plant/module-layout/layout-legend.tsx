import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import styles from './layout-page.module.css'
import type { Measure } from './module-look.ts'

const states = [
  ['well', '✓'],
  ['asleep', '☾'],
  ['late', '✕'],
  ['fault', '!'],
  ['unseen', '?'],
  ['none', '–'],
] as const

/** Meanings of colors and signs. @param full the value of the full color, W or Wh */
export function LayoutLegend({ measure, full }: Readonly<{ measure: Measure; full: number }>) {
  const { text } = useText()
  const format = useFormat()
  if (measure === 'state')
    return (
      <ul className={styles.legend}>
        {states.map(([state, mark]) => (
          <li key={state}>
            <b aria-hidden="true">{mark}</b> {text(`module-layout.state.${state}`)}
          </li>
        ))}
      </ul>
    )
  const most = measure === 'power' ? format.powerW(full).text : format.energyWh(full).text
  return (
    <ul className={styles.legend}>
      <li>
        {measure === 'relative' ? format.percent(50, 0) : format.number(0, 0)}
        <i className={measure === 'relative' ? styles.scaleBoth : styles.scale} aria-hidden="true" />
        {measure === 'relative' ? format.percent(150, 0) : most}
      </li>
      <li>
        <b aria-hidden="true">✕</b> {text('module-layout.verdict.dead')}
      </li>
      <li>
        <b aria-hidden="true">▼</b> {text('module-layout.verdict.weak')}
      </li>
      <li>
        <b aria-hidden="true">▲</b> {text('module-layout.verdict.strong')}
      </li>
      <li>
        <i className={styles.unknown} aria-hidden="true" /> {text('module-layout.verdict.unknown')}
      </li>
    </ul>
  )
}
