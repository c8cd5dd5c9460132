import { useEffect, useState } from 'react'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import styles from './layout-page.module.css'

const STEP_EVERY_MS = 110
/** Readers who prefer reduced motion see an hour a second. */
const CALM = { everyMs: 1_000, steps: 12 }
const isCalm = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches

type Props = Readonly<{
  stepsMs: readonly number[]
  step: number
  zone: string
  onStep: (step: number) => void
}>

/** Plays a day, or shows any of its steps. */
export function DayPlayer({ stepsMs, step, zone, onStep }: Props) {
  const { text } = useText()
  const format = useFormat()
  const [plays, setPlays] = useState(false)
  const last = stepsMs.length - 1
  const isAtEnd = step >= last
  useEffect(() => {
    if (!plays) return
    if (isAtEnd) {
      setPlays(false)
      return
    }
    const calm = isCalm()
    const timer = setTimeout(
      () => onStep(Math.min(last, step + (calm ? CALM.steps : 1))),
      calm ? CALM.everyMs : STEP_EVERY_MS,
    )
    return () => clearTimeout(timer)
  }, [plays, isAtEnd, step, last, onStep])
  const time = format.timeOfDay(stepsMs[step] ?? null, zone)
  return (
    <div className={styles.player}>
      <Button
        size="s"
        aria-pressed={plays}
        onClick={() => {
          if (!plays && isAtEnd) onStep(0)
          setPlays(!plays)
        }}
      >
        {text(plays ? 'module-layout.pause' : 'module-layout.play')}
      </Button>
      <input
        type="range"
        min={0}
        max={last}
        value={step}
        aria-label={text('module-layout.time')}
        aria-valuetext={time}
        onChange={(event) => {
          setPlays(false)
          onStep(Number(event.target.value))
        }}
      />
      <output className={styles.clock}>{time}</output>
    </div>
  )
}
