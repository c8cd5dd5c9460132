import { getQuantity, type QuantityId } from '@heliograph/domain/quantities.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type OwnRule, saveRule } from '../../../api/alarm-rules.ts'
import { tagsQuery } from '../../../api/plant-lists.ts'
import { searchPlants } from '../../../api/plants.ts'
import { useQuantityName } from '../../../plant/use-quantity-name.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { levels } from './alarm-filter.ts'
import { useAlarmsChanged } from './alarm-queries.ts'
import styles from './own-rules-page.module.css'
import {
  boundsOf,
  comparable,
  durations,
  emptyDraft,
  isComplete,
  isNumber,
  type RuleDraft,
  ruleOf,
  scopeOf,
  sunHeights,
  toDraft,
} from './rule-draft.ts'
import { RuleSentence, useDuration } from './rule-sentence.tsx'
import { RuleTrialPart } from './rule-trial.tsx'

const MOST_PLANTS = 100

/** Builds a rule by choosing; the sentence above says what it will do. @param own undefined: a new one */
export function RuleDialog({ own, onClose }: Readonly<{ own: OwnRule | undefined; onClose: () => void }>) {
  const { text } = useText()
  const changed = useAlarmsChanged()
  const [draft, setDraft] = useState<RuleDraft>(own ? toDraft(own) : emptyDraft)
  const set = (some: Partial<RuleDraft>): void => setDraft((now) => ({ ...now, ...some }))
  const plants = usePlants(draft.scope === 'plant')
  const plantName = plants.find(({ value }) => value === String(draft.plantId))?.label ?? own?.plantName ?? null
  const scope = scopeOf(draft)
  return (
    <ActionDialog
      title={text(own ? 'own-rules.dialog.edit' : 'own-rules.dialog.new')}
      confirm={text('own-rules.save')}
      width={680}
      isReady={isComplete(draft)}
      run={async () => {
        if (scope === undefined) return 'stay'
        await saveRule(own?.id, { rule: ruleOf(draft), scope })
        changed()
        return undefined
      }}
      done={text('own-rules.saved')}
      onClose={onClose}
    >
      <p className={styles.sentence} role="status">
        <RuleSentence rule={ruleOf(draft)} scope={scope ?? { kind: 'all' }} plantName={plantName} />
      </p>
      <TextField
        label={text('own-rules.field.name')}
        value={draft.name}
        maxLength={60}
        required
        onChange={(name) => set({ name })}
      />
      <ConditionFields draft={draft} set={set} />
      <ScopeFields draft={draft} set={set} plants={plants} />
      {scope !== undefined && isComplete(draft, 'x') && <RuleTrialPart draft={draft} scope={scope} />}
    </ActionDialog>
  )
}

type Part = Readonly<{ draft: RuleDraft; set: (some: Partial<RuleDraft>) => void }>

function ConditionFields({ draft, set }: Part) {
  const { text } = useText()
  const nameOf = useQuantityName()
  const duration = useDuration()
  const quantities = useMemo(() => comparable.map((id) => ({ value: id, label: nameOf(id) })), [nameOf])
  const { unit } = getQuantity(draft.quantity)
  const wrong = (typed: string): string | undefined =>
    typed.trim() === '' || isNumber(typed) ? undefined : text('own-rules.field.number')
  const format = useFormat()
  const { least, most, faulty } = boundsOf(draft)
  const tell = (value: number): string => format.quantity(getQuantity(draft.quantity), value).text
  return (
    <>
      <Combobox
        label={text('own-rules.field.quantity')}
        value={draft.quantity}
        options={quantities}
        onChange={(quantity) => set({ quantity: quantity as QuantityId })}
      />
      <div className={styles.pair}>
        <SelectField<RuleDraft['comparison']>
          label={text('own-rules.field.comparison')}
          value={draft.comparison}
          options={[
            { value: 'above', label: text('own-rules.field.comparison.above') },
            { value: 'below', label: text('own-rules.field.comparison.below') },
          ]}
          onChange={(comparison) => set({ comparison })}
        />
        <TextField
          label={text('own-rules.field.threshold')}
          inputMode="decimal"
          unit={unit === 'ratio' || unit === 'count' ? '' : unit}
          value={draft.threshold}
          error={
            wrong(draft.threshold) ??
            (faulty === 'threshold'
              ? text('own-rules.field.threshold.range', { least: tell(least), most: tell(most) })
              : undefined)
          }
          onChange={(threshold) => set({ threshold })}
        />
        <TextField
          label={text('own-rules.field.hysteresis')}
          hint={text('own-rules.field.hysteresis.hint')}
          inputMode="decimal"
          unit={unit === 'ratio' || unit === 'count' ? '' : unit}
          value={draft.hysteresis}
          error={
            wrong(draft.hysteresis) ??
            (faulty === 'hysteresis'
              ? text('own-rules.field.hysteresis.endless', { least: tell(least), most: tell(most) })
              : undefined)
          }
          onChange={(hysteresis) => set({ hysteresis })}
        />
        <SelectField
          label={text('own-rules.field.duration')}
          value={String(draft.forMs)}
          options={[...new Set([...durations, draft.forMs])].map((forMs) => ({
            value: String(forMs),
            label: duration(forMs),
          }))}
          onChange={(forMs) => set({ forMs: Number(forMs) })}
        />
        <SelectField
          label={text('own-rules.field.sun')}
          value={String(draft.sunAboveDeg ?? '')}
          options={[
            { value: '', label: text('own-rules.field.sun.always') },
            ...sunHeights.map((deg) => ({ value: String(deg), label: text('own-rules.field.sun.deg', { deg }) })),
          ]}
          onChange={(deg) => set({ sunAboveDeg: deg === '' ? null : Number(deg) })}
        />
        <TextField
          label={text('own-rules.field.power')}
          hint={text('own-rules.field.power.hint')}
          inputMode="decimal"
          unit="W"
          value={draft.powerAboveW}
          error={wrong(draft.powerAboveW)}
          onChange={(powerAboveW) => set({ powerAboveW })}
        />
        <SelectField
          label={text('alarm-page.level')}
          value={String(draft.level)}
          options={levels.map((level) => ({ value: String(level), label: text(`alarm-page.level.${level}`) }))}
          onChange={(level) => set({ level: Number(level) as RuleDraft['level'] })}
        />
      </div>
    </>
  )
}

function ScopeFields({ draft, set, plants }: Part & Readonly<{ plants: readonly Option[] }>) {
  const { text } = useText()
  const { data: tags = [] } = useQuery({ ...tagsQuery, enabled: draft.scope === 'tag' })
  return (
    <div className={styles.pair}>
      <SelectField<RuleDraft['scope']>
        label={text('own-rules.field.scope')}
        value={draft.scope}
        options={(['all', 'plant', 'tag'] as const).map((item) => ({
          value: item,
          label: text(`own-rules.field.scope.${item}`),
        }))}
        onChange={(scope) => set({ scope })}
      />
      {draft.scope === 'plant' && (
        <Combobox
          label={text('own-rules.field.plant')}
          value={String(draft.plantId ?? '')}
          options={plants}
          onChange={(id) => set({ plantId: Number(id) })}
        />
      )}
      {draft.scope === 'tag' && (
        <Combobox
          label={text('own-rules.field.tag')}
          value={draft.tag}
          options={tags.map(({ name }) => ({ value: name, label: name }))}
          onChange={(tag) => set({ tag })}
        />
      )}
    </div>
  )
}

type Option = Readonly<{ value: string; label: string }>

function usePlants(isWanted: boolean): readonly Option[] {
  const { data } = useQuery({
    queryKey: ['plants', 'of-rules'],
    queryFn: ({ signal }) =>
      searchPlants({ sort: { by: 'name', isReversed: false }, page: 1, size: MOST_PLANTS }, signal),
    enabled: isWanted,
  })
  return data?.rows.map(({ id, name }) => ({ value: String(id), label: name })) ?? []
}
