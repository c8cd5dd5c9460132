import { getQuantity, isQuantityId } from '@heliograph/domain/quantities.ts'
import { useState } from 'react'
import type { Frame, FramePart } from '../../../api/device-frames.ts'
import { useQuantityName } from '../../../plant/use-quantity-name.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import styles from './frames-card.module.css'

const ROW_BYTES = 16
const toOffset = (at: number): string => at.toString(16).padStart(4, '0')

/** The bytes of a payload beside the fields that are read in it; a chosen field marks its bytes. */
export function FrameView({ frame }: Readonly<{ frame: Frame }>) {
  const { text } = useText()
  const [chosen, setChosen] = useState<FramePart>()
  const bytes = frame.hex.match(/../g) ?? []
  const rows = Array.from({ length: Math.ceil(bytes.length / ROW_BYTES) }, (_, index) => index * ROW_BYTES)
  const isChosen = (at: number): boolean => chosen !== undefined && at >= chosen.at && at < chosen.at + chosen.bytes
  return (
    <div className={styles.frameView}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is no place for a table */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
      <div className={styles.frameHex} role="group" tabIndex={0} aria-label={text('device-place.frames.hex')}>
        {rows.map((from) => (
          <span key={from}>
            <i>{toOffset(from)}</i>
            {bytes.slice(from, from + ROW_BYTES).map((byte, index) => {
              const at = from + index
              return isChosen(at) ? <mark key={at}>{byte}</mark> : <span key={at}>{byte}</span>
            })}
          </span>
        ))}
      </div>
      {frame.parts.length === 0 ? (
        <p className="muted">{text('device-place.frames.noFields')}</p>
      ) : (
        <ul className={styles.frameParts} aria-label={text('device-place.frames.fields')}>
          {frame.parts.map((part) => (
            <li key={`${part.at} ${part.name}`}>
              <button
                type="button"
                aria-pressed={chosen === part}
                onClick={() => setChosen(chosen === part ? undefined : part)}
              >
                <code>
                  {toOffset(part.at)} +{part.bytes}
                </code>
                <PartName part={part} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function PartName({ part }: Readonly<{ part: FramePart }>) {
  const { text } = useText()
  const format = useFormat()
  const nameOf = useQuantityName()
  const { name, raw, value } = part
  if (name === 'head' || name === 'serial') return <span>{text(`device-place.frames.${name}`)}</span>
  if (!isQuantityId(name)) return <span>{name}</span>
  return (
    <>
      <span>{nameOf(name)}</span>
      <span className={styles.framePartValue}>
        {raw} → {value === null ? '--' : format.quantity(getQuantity(name), value).text}
      </span>
    </>
  )
}
