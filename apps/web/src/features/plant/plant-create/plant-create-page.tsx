import { type ModulePlane, sumOfPlanes } from '@heliograph/domain/module-plane.ts'
import type { PlantRecord } from '@heliograph/domain/plant-record.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { addLoggerPath, plantListPath } from '../../../address/paths.ts'
import { readOneOf, useUrlState } from '../../../address/url-state.ts'
import { saveTariff } from '../../../api/finance.ts'
import { editPlanes } from '../../../api/planes.ts'
import { createPlant } from '../../../api/plants.ts'
import { useUser } from '../../../auth/session.ts'
import { usePageTitle } from '../../../brand/page-title.ts'
import { CreateSteps } from '../../../plant/create-steps.tsx'
import { guessCurrency, guessZone } from '../../../plant/form/guess.ts'
import { turnToEquator } from '../../../plant/form/place-clash.ts'
import { readPlanes } from '../../../plant/form/planes-fields.tsx'
import plantFormStyles from '../../../plant/form/plant-form.module.css'
import {
  checkPlant,
  emptyDraft,
  type PlantDraft,
  type PlantField,
  toRecord,
  writeFault,
} from '../../../plant/form/plant-form.ts'
import { useFollowPlace } from '../../../plant/place/use-follow-place.ts'
import { useFailureText } from '../../../texts/use-failure-text.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import saveBarStyles from '../../../ui/save-bar.module.css'
import { showToast } from '../../../ui/toast-store.ts'
import { DetailsStep } from './details-step.tsx'
import { type CreateDraft, dropDraft, keepDraft, type MoneyDraft, readDraft } from './kept-draft.ts'
import { isMoneyFit, MoneyStep, toTariff } from './money-step.tsx'
import styles from './plant-create-page.module.css'
import { PlantStep } from './plant-step.tsx'

/** The steps that are filled in here; the fourth has a plant already. */
const filledSteps = ['plant', 'details', 'money'] as const
type FilledStep = (typeof filledSteps)[number]

const nextOf = { plant: 'details', details: 'money', money: undefined } as const

/** The step of each field that does not stand with the plant itself. */
const stepOf: Readonly<Partial<Record<PlantField, FilledStep>>> = {
  type: 'details',
  grid: 'details',
  startedOn: 'details',
  azimuth: 'details',
  tilt: 'details',
  currency: 'money',
  price: 'money',
}

/** The first step has the plain address. */
const toParam = (step: FilledStep): FilledStep | null => (step === 'plant' ? null : step)
const isInStep = (field: PlantField, step: FilledStep): boolean => (stepOf[field] ?? 'plant') === step

/** Parts that were not saved although the plant was created. */
type Unsaved = 'planes' | 'tariff'

/** Creates a plant with its planes and prices; what fails after its creation is named, for the plant stays. */
async function createWhole(
  record: PlantRecord,
  planes: readonly ModulePlane[] | undefined,
  money: MoneyDraft,
): Promise<Readonly<{ id: number; unsaved: readonly Unsaved[] }>> {
  const id = await createPlant(record)
  const tariff = toTariff(money)
  const unsaved: Unsaved[] = []
  if (planes && planes.length > 1) await editPlanes(id, planes).catch(() => unsaved.push('planes'))
  if (tariff) await saveTariff(id, { from: null, tariff }).catch(() => unsaved.push('tariff'))
  return { id, unsaved }
}

const startDraft = (): PlantDraft => {
  const zone = guessZone()
  // The most frequent plant: a roof of a home that feeds in its surplus.
  return { ...emptyDraft, type: 'HOUSE_ROOF', grid: 'EXCESS', zone, currency: guessCurrency(navigator.language, zone) }
}

/**
 * `/plant/create?step=`: the first step is enough for a plant; its details and prices may follow here or in its settings, and
 * its devices have their own page.
 */
export function PlantCreatePage() {
  const { text } = useText()
  const textOf = useFailureText()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { id: userId } = useUser()
  const { params, linkTo, change: changeAddress } = useUrlState()
  const form = useRef<HTMLFormElement>(null)
  const step = readOneOf(params, 'step', filledSteps) ?? 'plant'
  const [draft, setDraft] = useState<CreateDraft>(() => readDraft(userId, startDraft()))
  const [tried, setTried] = useState<ReadonlySet<FilledStep>>(new Set())
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  usePageTitle(text('plant-create.title'))

  // Two changes of one event, such as a town's place and its name, build on each other.
  const latest = useRef(draft)
  const change = (changes: Partial<CreateDraft>): void => {
    latest.current = { ...latest.current, ...changes }
    setDraft(latest.current)
    keepDraft(userId, latest.current)
  }
  const changePlant = (changes: Partial<PlantDraft>): void => {
    const { plant: now } = latest.current
    change({ plant: { ...now, ...turnToEquator(now, changes) } })
  }
  useFollowPlace(draft.plant, changePlant)
  const planes = draft.planes.length > 0 ? readPlanes(draft.planes) : undefined
  // The largest plane has the plant's own angles, as the server keeps them.
  const plant: PlantDraft = planes ? { ...draft.plant, capacity: String(sumOfPlanes(planes) / 1000) } : draft.plant
  const faults = checkPlant(plant)
  const wrong = Object.keys(faults) as PlantField[]
  const arePlanesFit = draft.planes.length === 0 || planes !== undefined
  const isFit = (item: FilledStep): boolean =>
    !wrong.some((field) => isInStep(field, item)) &&
    (item !== 'details' || arePlanesFit) &&
    (item !== 'money' || isMoneyFit(draft.money))
  // Both coordinates are one thing to correct: the place.
  const wrongHere = wrong.filter(
    (field) => isInStep(field, step) && !(field === 'longitude' && faults.latitude !== undefined),
  ).length

  const part = {
    draft: plant,
    change: changePlant,
    faultOf: (field: PlantField): string | undefined => {
      const fault = faults[field]
      return fault && tried.has(step) ? writeFault(text, fault) : undefined
    },
  }
  // A new step begins at its top, also for who cannot see it.
  const head = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current !== step) head.current?.focus()
    shown.current = step
  }, [step])

  const showFaults = (at: FilledStep): void => {
    setTried((now) => new Set([...now, at]))
    if (at !== step) changeAddress({ step: toParam(at) })
    // Runs after the next render, when the first invalid field is marked, and scrolls to it.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }
  const create = async (): Promise<void> => {
    const bad = filledSteps.find((item) => !isFit(item))
    if (bad !== undefined) return showFaults(bad)
    const { money } = draft
    const record = toRecord(money.rule === 'production' ? plant : { ...plant, price: '' })
    if (!record) return showFaults('money')
    setBusy(true)
    setFailure(undefined)
    try {
      const { id, unsaved } = await createWhole(record, planes, money)
      dropDraft(userId)
      showToast(text('plant-create.created'), 'ok')
      for (const what of unsaved) showToast(text(`create-plant.${what}.failed`), 'warn')
      await client.invalidateQueries({ queryKey: ['plants'] })
      void navigate(addLoggerPath(id, true), { replace: true })
    } catch (fault) {
      setFailure(fault)
      setBusy(false)
    }
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void create()
  }
  const next = nextOf[step]
  const goOn = (): void => {
    if (isFit(step)) changeAddress({ step: next })
    else showFaults(step)
  }
  const before = filledSteps[filledSteps.indexOf(step) - 1]

  return (
    <main className={cx('page', styles.plantCreate)}>
      <header className={styles.plantCreateHead}>
        <h1 ref={head} tabIndex={-1}>
          {text('plant-create.title')}
        </h1>
        <p>{text(`create-plant.lead.${step}`)}</p>
      </header>
      <CreateSteps
        current={step}
        linkTo={(item) => (item === 'devices' ? undefined : linkTo({ step: toParam(item) }))}
      />
      <form ref={form} noValidate className={saveBarStyles.aboveSaveBar} onSubmit={submit}>
        {step === 'plant' && <PlantStep {...part} planes={draft.planes.length} />}
        {step === 'details' && (
          <DetailsStep {...part} planes={draft.planes} onPlanes={(planeDrafts) => change({ planes: planeDrafts })} />
        )}
        {step === 'money' && (
          <MoneyStep {...part} money={draft.money} onMoney={(money) => change({ money })} tried={tried.has('money')} />
        )}
        <div className={cx(saveBarStyles.saveBar, plantFormStyles.plantFormActions)}>
          <div role="alert">
            {failure !== undefined && textOf(failure)}
            {failure === undefined &&
              tried.has(step) &&
              (wrongHere > 0
                ? text('plant-create.error.check', { count: wrongHere })
                : step === 'details' && !arePlanesFit && text('create-plant.planes.check'))}
          </div>
          {before ? (
            <Button kind="quiet" onClick={() => changeAddress({ step: toParam(before) })}>
              {text('create-plant.back')}
            </Button>
          ) : (
            <ButtonLink kind="quiet" to={plantListPath()}>
              {text('shell.action.cancel')}
            </ButtonLink>
          )}
          {next && (
            <Button disabled={busy} onClick={goOn}>
              {text(`create-plant.to.${next}`)}
            </Button>
          )}
          <Button type="submit" kind="primary" busy={busy}>
            {text('plant-create.submit')}
          </Button>
        </div>
      </form>
    </main>
  )
}
