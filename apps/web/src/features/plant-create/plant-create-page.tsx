import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { addLoggerPath, plantListPath } from '../../address/paths.ts'
import { createPlant } from '../../api/plants.ts'
import { usePageTitle } from '../../brand/page-title.ts'
import { guessCurrency, guessZone } from '../../plant/form/guess.ts'
import { ModulesPart, MoneyPart } from '../../plant/form/money-part.tsx'
import { turnToEquator } from '../../plant/form/place-clash.ts'
import { PlacePart } from '../../plant/form/place-part.tsx'
import plantFormStyles from '../../plant/form/plant-form.module.css'
import { checkPlant, emptyDraft, type PlantDraft, toRecord, writeFault } from '../../plant/form/plant-form.ts'
import { PlantPart } from '../../plant/form/plant-part.tsx'
import { useFailureText } from '../../texts/use-failure-text.ts'
import { useText } from '../../texts/use-text.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { showToast } from '../../ui/toast-store.ts'
import styles from './plant-create-page.module.css'

export function PlantCreatePage() {
  const { text } = useText()
  const textOf = useFailureText()
  const client = useQueryClient()
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useState<PlantDraft>(() => {
    const zone = guessZone()
    return { ...emptyDraft, zone, currency: guessCurrency(navigator.language, zone) }
  })
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const faults = tried ? checkPlant(draft) : {}
  const wrong = Object.keys(faults).length

  const part = {
    draft,
    change: (changes: Partial<PlantDraft>): void => setDraft((now) => ({ ...now, ...turnToEquator(now, changes) })),
    faultOf: (field: keyof PlantDraft): string | undefined => {
      const fault = faults[field]
      return fault && writeFault(text, fault)
    },
  }

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setTried(true)
    setFailure(undefined)
    const record = toRecord(draft)
    if (!record) {
      // Runs after the next render, when the first invalid field is marked, and scrolls to it.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    setBusy(true)
    try {
      const id = await createPlant(record)
      showToast(text('plant-create.created'), 'ok')
      await client.invalidateQueries({ queryKey: ['plants'] })
      void navigate(addLoggerPath(id, true), { replace: true })
    } catch (fault) {
      setFailure(fault)
      setBusy(false)
    }
  }

  usePageTitle(text('plant-create.title'))

  return (
    <main className={cx('page', styles.plantCreate)}>
      <header className={styles.plantCreateHead}>
        <h1>{text('plant-create.title')}</h1>
        <p>{text('plant-create.lead')}</p>
      </header>
      <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
        <PlantPart {...part} />
        <PlacePart {...part} follows />
        <MoneyPart {...part} />
        <ModulesPart {...part} />
        <div className={plantFormStyles.plantFormActions}>
          <div role="alert">
            {failure !== undefined && textOf(failure)}
            {failure === undefined && wrong > 0 && text('plant-create.error.check', { count: wrong })}
          </div>
          <ButtonLink kind="quiet" to={plantListPath()}>
            {text('shell.action.cancel')}
          </ButtonLink>
          <Button type="submit" kind="primary" busy={busy}>
            {text('plant-create.submit')}
          </Button>
        </div>
      </form>
    </main>
  )
}
