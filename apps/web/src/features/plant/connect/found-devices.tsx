import { type ReactNode, useState } from 'react'
import type { FoundDevice } from '../../../api/targets.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Notice } from '../../../ui/notice.tsx'
import styles from './connect.module.css'

const whys = ['model', 'serial', 'sunspec', 'values', 'telegram', 'broker', 'numbers'] as const
/** The reason of a candidate that the page has a sentence for. */
export const whyOf = (why: string) => whys.find((known) => known === why)

const roles = ['grid', 'load', 'generation'] as const

/** A word for a confidence from 0 to 1. */
export const wordOf = (confidence: number): 'sure' | 'likely' | 'unsure' =>
  confidence >= 0.85 ? 'sure' : confidence >= 0.5 ? 'likely' : 'unsure'

/** Devices that answer at an address; those that are sure and new are chosen. */
export function FoundDevices({
  found,
  children,
}: Readonly<{ found: readonly FoundDevice[]; children: (chosen: readonly FoundDevice[]) => ReactNode }>) {
  const { text, gap } = useText()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    new Set(
      found.filter(({ confidence, isKnown }) => !isKnown && wordOf(confidence) !== 'unsure').map(({ offer }) => offer),
    ),
  )
  if (found.length === 0)
    return (
      <Notice tone="warn" isStatus>
        <b>{text('targets.found.none')}</b>
        {gap}
        {text('targets.found.none.hint')}
        {gap}
        {text('targets.sleeps')}
      </Notice>
    )
  const toggle = (offer: string): void => {
    const next = new Set(chosen)
    if (!next.delete(offer)) next.add(offer)
    setChosen(next)
  }
  return (
    <div className={styles.found} role="status">
      <h3>{text('targets.found', { count: found.length })}</h3>
      <ul>
        {found.map((device) => {
          const { offer, maker, model, serial, firmware, confidence, isKnown } = device
          const why = whyOf(device.why)
          const role = roles.find((known) => known === device.role)
          const facts = [
            serial && text('targets.serial', { serial }),
            firmware && text('targets.firmware', { firmware }),
            role && text(`targets.role.${role}`),
            isKnown && text('targets.known'),
          ]
          return (
            <li key={offer}>
              <label>
                <input type="checkbox" checked={chosen.has(offer)} onChange={() => toggle(offer)} />
                <span className={styles.foundWords}>
                  <b>{[maker, model].filter(Boolean).join(' ')}</b>
                  <span className="muted tiny">{facts.filter(Boolean).join(' · ')}</span>
                  <span className="tiny">
                    <span className={styles.sureness} data-sureness={wordOf(confidence)}>
                      {text(`targets.confidence.${wordOf(confidence)}`)}
                    </span>
                    {gap}
                    {why && text(`targets.why.${why}`)}
                  </span>
                </span>
              </label>
            </li>
          )
        })}
      </ul>
      <div className={styles.addressEnd}>{children(found.filter(({ offer }) => chosen.has(offer)))}</div>
    </div>
  )
}
