import { isZone, localDate } from '@heliograph/domain/time.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useMemo, useRef, useState } from 'react'
import { editPlant } from '../../../api/plants.ts'
import { plantKey } from '../../../api/queries.ts'
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
import { FurtherFields, KindFields, SizeFields } from '../../../plant/form/plant-part.tsx'
import { useFailureText } from '../../../texts/use-failure-text.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Notice } from '../../../ui/notice.tsx'
import saveBarStyles from '../../../ui/save-bar.module.css'
import { showToast } from '../../../ui/toast-store.ts'
import styles from './plant-settings-page.module.css'

/** The form of the open plant, which explains the effect of a change before it is saved. */
export function EditForm() {
  const { text } = useText()
  const textOf = useFailureText()
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
  const faults = tried ? checkPlant(draft) : {}
  const wrong = Object.keys(faults).length
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

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (changed.length === 0) return
    setTried(true)
    setFailure(undefined)
    const now = toRecord(draft)
    if (now === undefined || (changed.includes('capacity') && from === undefined)) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    setBusy(true)
    try {
      const recounts = await editPlant(plantId, now, toParts(changed), from)
      await client.invalidateQueries({ queryKey: plantKey(plantId) })
      void client.invalidateQueries({ queryKey: ['plants'] })
      discard()
      showToast(text(recounts ? 'plant-settings.savedRecounting' : 'plant-settings.saved'), 'ok')
    } catch (fault) {
      setFailure(fault)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form ref={form} noValidate className={styles.plantSettingsForm} onSubmit={(event) => void submit(event)}>
      <Card title={text('plant-create.section.plant')}>
        <div className={plantFormStyles.plantFormFields}>
          <SizeFields {...part} planes={plant.planes.length} />
          <KindFields {...part}>
            <FurtherFields {...part} />
            <CurrencyField {...part} />
          </KindFields>
        </div>
      </Card>
      <PlacePart {...part} />
      {changed.length > 0 && (
        <div className={cx(saveBarStyles.saveBar, styles.plantSettingsBar)} data-part="save-bar">
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
      )}
    </form>
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
