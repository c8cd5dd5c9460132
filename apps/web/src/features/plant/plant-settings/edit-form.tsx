import { isZone, localDate } from '@heliograph/domain/time.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { SettingsPart } from '../../../address/paths.ts'
import { editPlant } from '../../../api/plants.ts'
import { plantKey } from '../../../api/queries.ts'
import { beginWork } from '../../../api/undo-offers.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { type CapacityFromDraft, CapacityFromFields, readCapacityFrom } from '../../../plant/form/capacity-from.tsx'
import { CurrencyField } from '../../../plant/form/money-part.tsx'
import { PlacePart } from '../../../plant/form/place-part.tsx'
import plantFormStyles from '../../../plant/form/plant-form.module.css'
import {
  checkPlant,
  findChanged,
  findRecounting,
  type PlantDraft,
  type PlantField,
  toDraft,
  toParts,
  toRecord,
  writeFault,
} from '../../../plant/form/plant-form.ts'
import { CapacityField, KindSelects, NameField } from '../../../plant/form/plant-part.tsx'
import { useFailureText } from '../../../texts/use-failure-text.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Notice } from '../../../ui/notice.tsx'
import saveBarStyles from '../../../ui/save-bar.module.css'
import { showDone } from '../../../ui/toast-store.ts'
import styles from './plant-settings-page.module.css'

/** The page on which each field of the form stands. */
const pageOf: Readonly<Record<PlantField, SettingsPart>> = {
  name: 'basics',
  type: 'basics',
  grid: 'basics',
  startedOn: 'basics',
  area: 'basics',
  address: 'place',
  country: 'place',
  latitude: 'place',
  longitude: 'place',
  altitude: 'place',
  zone: 'place',
  capacity: 'roof',
  azimuth: 'roof',
  tilt: 'roof',
  currency: 'money',
  price: 'money',
}

/** Typed changes to the settings of the open plant: kept while a person goes from page to page, and saved at once. */
export function usePlantEdit(openPage: (page: SettingsPart) => void) {
  const { text } = useText()
  const client = useQueryClient()
  const { locale } = useFormat()
  const { plantId, plant, zone } = useCurrentPlant()
  const form = useRef<HTMLFormElement>(null)
  const saved = useMemo(() => toDraft(plant, locale), [plant, locale])
  // The input overlays the server's record, so that another user's change shows in the untouched fields.
  const [typed, setTyped] = useState<Partial<PlantDraft>>({})
  const [chosenSince, setSince] = useState<CapacityFromDraft>()
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const draft: PlantDraft = { ...saved, ...typed }
  // In the zone that is saved with it: the server refuses a day that has not begun there.
  const today = localDate(Date.now(), isZone(draft.zone) ? draft.zone : zone)
  const since = chosenSince ?? { day: today, isAlways: false }
  const changed = findChanged(saved, draft)
  const found = checkPlant(draft)
  const faults = tried ? found : {}
  const from = changed.includes('capacity') ? readCapacityFrom(since, today) : undefined

  const part = {
    draft,
    change: (changes: Partial<PlantDraft>): void => setTyped((now) => ({ ...now, ...changes })),
    faultOf: (field: PlantField): string | undefined => {
      const fault = faults[field]
      return fault && writeFault(text, fault)
    },
  }
  const discard = (): void => {
    setTyped({})
    setSince(undefined)
    setTried(false)
    setFailure(undefined)
  }

  const save = async (): Promise<void> => {
    if (changed.length === 0) return
    setTried(true)
    setFailure(undefined)
    const now = toRecord(draft)
    if (now === undefined || (changed.includes('capacity') && from === undefined)) {
      const [first = 'capacity'] = Object.keys(found) as PlantField[]
      openPage(pageOf[first])
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    setBusy(true)
    const work = beginWork()
    try {
      const recounts = await editPlant(plantId, now, toParts(changed), from)
      await client.invalidateQueries({ queryKey: plantKey(plantId) })
      void client.invalidateQueries({ queryKey: ['plants'] })
      discard()
      showDone(text(recounts ? 'plant-settings.savedRecounting' : 'plant-settings.saved'), work)
    } catch (fault) {
      setFailure(fault)
    } finally {
      work.end()
      setBusy(false)
    }
  }
  const wrong = Object.keys(faults).length
  const changedPages: ReadonlySet<SettingsPart> = new Set(changed.map((field) => pageOf[field]))
  return { form, part, changed, changedPages, since, setSince, today, from, wrong, busy, failure, discard, save }
}
export type PlantEdit = ReturnType<typeof usePlantEdit>

/** The fields of one page, and the bar that explains and saves the changes of all of them. */
export function EditForm({ edit, page }: Readonly<{ edit: PlantEdit; page: SettingsPart }>) {
  const { plant } = useCurrentPlant()
  const { text } = useText()
  const { part, form, changed, save } = edit
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void save()
  }
  return (
    <form
      ref={form}
      noValidate
      className={cx(styles.plantSettingsForm, changed.length > 0 && saveBarStyles.aboveSaveBar)}
      onSubmit={submit}
    >
      {page === 'basics' && (
        <Card title={text('plant-create.section.plant')}>
          <div className={plantFormStyles.plantFormFields}>
            <NameField {...part} />
            <KindSelects {...part} />
          </div>
        </Card>
      )}
      {page === 'place' && <PlacePart {...part} />}
      {page === 'roof' && (
        <Card>
          <CapacityField {...part} planes={plant.planes.length} />
        </Card>
      )}
      {page === 'money' && (
        <Card>
          <CurrencyField {...part} />
        </Card>
      )}
      {changed.length > 0 && <SaveBar edit={edit} />}
    </form>
  )
}

function SaveBar({ edit }: Readonly<{ edit: PlantEdit }>) {
  const { text } = useText()
  const textOf = useFailureText()
  const { changed, since, setSince, today, from, wrong, failure, busy, discard } = edit
  // A recount's notice lies over the page: who types a change saves it first.
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    dataset.unsaved = ''
    return () => void delete dataset.unsaved
  }, [])
  return (
    <div className={cx(saveBarStyles.saveBar, styles.plantSettingsBar)}>
      {changed.includes('capacity') && (
        <div className={styles.plantSettingsSince}>
          <CapacityFromFields draft={since} today={today} onChange={setSince} />
        </div>
      )}
      <Meaning changed={changed} isFromToday={from === today} />
      <div className={styles.plantSettingsActions}>
        <div role="alert">
          {failure !== undefined && textOf(failure)}
          {failure === undefined && wrong > 0 && text('plant-create.error.check', { count: wrong })}
        </div>
        <Button kind="quiet" onClick={discard}>
          {text('plant-settings.discard')}
        </Button>
        <Button type="submit" kind="primary" busy={busy}>
          {text('plant-settings.save', { count: changed.length })}
        </Button>
      </div>
    </div>
  )
}

/** The effect of the changes on past values. @param isFromToday days before today keep their capacity */
function Meaning({ changed, isFromToday }: Readonly<{ changed: readonly PlantField[]; isFromToday: boolean }>) {
  const { text } = useText()
  const { locale } = useFormat()
  const recounting = findRecounting(changed).filter((field) => !(field === 'capacity' && isFromToday))
  const list = new Intl.ListFormat(locale, { type: 'conjunction' })
  return (
    <div role="status" className={styles.plantSettingsMeaning}>
      {recounting.length > 0 && (
        <Notice tone="warn" icon="refresh">
          {text('plant-settings.recounts', {
            fields: list.format(recounting.map((field) => text(`plant-create.${field}`))),
          })}
        </Notice>
      )}
      {changed.includes('zone') && <Notice>{text('plant-settings.recounts.zone')}</Notice>}
      {changed.includes('currency') && <Notice icon="coin">{text('plant-settings.newCurrency')}</Notice>}
    </div>
  )
}
