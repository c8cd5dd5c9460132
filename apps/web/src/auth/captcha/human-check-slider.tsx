import type { CallReply } from '@heliograph/contract/calls.ts'
import { type CSSProperties, type PointerEvent, useState } from 'react'
import { useText } from '../../texts/use-text.tsx'
import { Button } from '../../ui/button.tsx'

type Slider = NonNullable<CallReply<'GET /backyard-api-s/config/human-check'>['slider']>

/** The server's drawing as a picture: nothing in it can run. */
const toSource = (svg: string): string => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
const percent = (part: number, whole: number): string => `${(100 * part) / whole}%`

/** A piece is moved over the picture by pointer, or by the arrow keys of the slider below it. `x` is in the picture's units. */
export function HumanCheckSlider({
  slider,
  isDone,
  onDone,
}: Readonly<{ slider: Slider; isDone: boolean; onDone: (x: number) => void }>) {
  const { text } = useText()
  const [x, setX] = useState(0)
  const [grip, setGrip] = useState<number>()
  const most = slider.width - slider.pieceSize
  const clamp = (value: number): number => Math.min(most, Math.max(0, Math.round(value)))

  const toUnits = (event: PointerEvent<HTMLElement>): number => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    return ((event.clientX - left) / width) * slider.width
  }
  const take = (event: PointerEvent<HTMLElement>): void => {
    if (isDone) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const at = toUnits(event)
    // Taken where it was touched; elsewhere on the picture the piece comes along.
    const within = at >= x && at <= x + slider.pieceSize
    setGrip(within ? at - x : slider.pieceSize / 2)
    if (!within) setX(clamp(at - slider.pieceSize / 2))
  }
  const move = (event: PointerEvent<HTMLElement>): void => {
    if (grip !== undefined) setX(clamp(toUnits(event) - grip))
  }
  const drop = (): void => {
    if (grip === undefined) return
    setGrip(undefined)
    if (x > 0) onDone(x)
  }

  return (
    <div className="human-check-slider">
      <div
        className="human-check-picture"
        style={{ aspectRatio: `${slider.width} / ${slider.height}` }}
        onPointerDown={take}
        onPointerMove={move}
        onPointerUp={drop}
        onPointerCancel={() => setGrip(undefined)}
      >
        <img src={toSource(slider.picture)} alt="" draggable={false} />
        <img
          className="human-check-piece"
          src={toSource(slider.piece)}
          alt=""
          draggable={false}
          style={{
            left: percent(x, slider.width),
            top: percent(slider.pieceY, slider.height),
            width: percent(slider.pieceSize, slider.width),
          }}
        />
      </div>
      <div className="human-check-track">
        <input
          type="range"
          min={0}
          max={most}
          value={x}
          disabled={isDone}
          aria-label={text('login.check.sliderLabel')}
          style={{ '--part': percent(x, most) } as CSSProperties}
          onChange={(event) => setX(clamp(Number(event.target.value)))}
          onPointerUp={() => x > 0 && onDone(x)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // The form around it is not sent; the check sends it.
            event.preventDefault()
            if (x > 0) onDone(x)
          }}
        />
        <Button
          size="s"
          icon="check"
          label={text('login.check.confirm')}
          disabled={isDone || x === 0}
          onClick={() => onDone(x)}
        />
      </div>
    </div>
  )
}
