import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import {
  chosenKinds,
  type ExportDefinition,
  fileTypesOf,
  isDocument,
  stepsOf,
} from '@heliograph/domain/plant-export.ts'
import { localDate } from '@heliograph/domain/time.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ranges } from '../../../address/paths.ts'
import { readOneOf, useUrlState } from '../../../address/url-state.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useLanguage } from '../../../texts/language-context.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Card } from '../../../ui/card.tsx'
import { ChoiceCards, SelectField } from '../../../ui/field.tsx'
import { useNow } from '../../../ui/now.ts'
import styles from './export-data.module.css'
import { ExportExtras } from './export-extras.tsx'
import { exportDevicesQuery } from './export-queries.ts'
import { ExportRange } from './export-range.tsx'
import { checkExport, fitDocument, startDefinition, withKind } from './export-state.ts'
import { OrderForm } from './order-form.tsx'
import { PointsPicker } from './points-picker.tsx'
import { TemplateBar } from './template-bar.tsx'

const iconOf = {
  report: 'document',
  letter: 'mail',
  statistics: 'table',
  power: 'chart',
  points: 'device',
  alarms: 'alarm',
} as const

/** Content of the file, its days, and how it is written. */
export function ExportForm() {
  const { text } = useText()
  const format = useFormat()
  const { code } = useLanguage()
  const { plantId, zone, can } = useCurrentPlant()
  const today = localDate(useNow(MINUTE_MS), zone)
  const decimalComma = format.number(0.5, 1).includes(',')
  const { params } = useUrlState()
  const [definition, setDefinition] = useState(() =>
    startDefinition(today, code, decimalComma, {
      kind: readOneOf(params, 'kind', chosenKinds),
      range: readOneOf(params, 'range', ranges),
    }),
  )
  const canPickDevices = can('viewPlantDevice')
  const devices = useQuery({ ...exportDevicesQuery(plantId), enabled: canPickDevices }).data ?? []
  const change = (next: Partial<ExportDefinition>): void => setDefinition((now) => fitDocument({ ...now, ...next }))
  const reads = definition.deviceIds.length === 0 ? devices.length : definition.deviceIds.length
  const checked = checkExport(definition, reads, today)
  const wanted = { ...definition, language: code }
  const canSee = { points: canPickDevices, alarms: can('viewPlantAlert') }
  const kinds = chosenKinds.filter((kind) => (kind !== 'points' && kind !== 'alarms') || canSee[kind])

  return (
    <Card
      title={text('exports.new')}
      aside={
        <TemplateBar definition={wanted} devices={devices} onChoose={(next) => setDefinition(fitDocument(next))} />
      }
    >
      <OrderForm plantId={plantId} wanted={wanted} checked={checked}>
        <ChoiceCards
          label={text('exports.kind')}
          wide
          value={definition.kind}
          onChange={(kind) => setDefinition((now) => fitDocument(withKind(now, kind)))}
          choices={kinds.map((value) => ({
            value,
            label: text(`exports.kind.${value}`),
            hint: text(`exports.kind.${value}.hint`),
            icon: iconOf[value],
          }))}
        />
        {definition.kind === 'points' && <PointsPicker devices={devices} definition={definition} onChange={change} />}
        {!isDocument(definition.kind) && (
          <div className={styles.exportPair}>
            {definition.kind !== 'alarms' && (
              <SelectField
                label={text('exports.step')}
                value={definition.step}
                onChange={(step) => change({ step })}
                options={stepsOf(definition.kind).map((value) => ({ value, label: text(`exports.step.${value}`) }))}
              />
            )}
            <SelectField
              label={text('exports.fileType')}
              value={definition.fileType}
              onChange={(fileType) => change({ fileType })}
              options={fileTypesOf(definition.kind).map((value) => ({
                value,
                label: text(`exports.fileType.${value}`),
              }))}
            />
          </div>
        )}
        {definition.step !== 'total' && (
          <ExportRange definition={definition} checked={checked} today={today} onChange={change} />
        )}
        {!isDocument(definition.kind) && <ExportExtras definition={wanted} onChange={change} />}
      </OrderForm>
    </Card>
  )
}
