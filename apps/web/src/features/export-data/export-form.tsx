import { type ExportDefinition, exportKinds, fileTypesOf, stepsOf } from '@heliograph/domain/plant-export.ts'
import { localDate } from '@heliograph/domain/time.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { orderExport } from '../../api/exports.ts'
import { useCurrentPlant } from '../../plant/current-plant.ts'
import { useLanguage } from '../../texts/language-context.ts'
import { useFormat } from '../../texts/use-format.ts'
import { useText } from '../../texts/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox, ChoiceCards, SelectField } from '../../ui/field.tsx'
import { useNow } from '../../ui/now.ts'
import { useAction } from '../../ui/use-action.ts'
import styles from './export-data.module.css'
import { ExportExtras } from './export-extras.tsx'
import { exportDevicesQuery, exportsQuery } from './export-queries.ts'
import { ExportRange } from './export-range.tsx'
import { checkExport, fitReport, startDefinition, withKind } from './export-state.ts'
import { PointsPicker } from './points-picker.tsx'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { TemplateBar } from './template-bar.tsx'

const iconOf = { report: 'document', statistics: 'table', power: 'chart', points: 'device' } as const

/** What is in the file, of which days, and how it is written. */
export function ExportForm() {
  const { text } = useText()
  const format = useFormat()
  const { code } = useLanguage()
  const { plantId, zone, can } = useCurrentPlant()
  const today = localDate(useNow(60_000), zone)
  const client = useQueryClient()
  const { running, run } = useAction()
  const decimalComma = format.number(0.5, 1).includes(',')
  const [definition, setDefinition] = useState(() => startDefinition(today, code, decimalComma))
  const [mail, setMail] = useState(false)
  const [scheduling, setScheduling] = useState(false)
  const canPickDevices = can('viewPlantDevice')
  const devices = useQuery({ ...exportDevicesQuery(plantId), enabled: canPickDevices }).data ?? []
  const change = (next: Partial<ExportDefinition>): void => setDefinition((now) => fitReport({ ...now, ...next }))
  const reads = definition.deviceIds.length === 0 ? devices.length : definition.deviceIds.length
  const checked = checkExport(definition, reads, today)
  const wanted = { ...definition, language: code }
  const kinds = exportKinds.filter((kind) => kind !== 'points' || canPickDevices)

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void run(
      'order',
      async () => {
        await orderExport(plantId, wanted, mail)
        await client.invalidateQueries({ queryKey: exportsQuery(plantId).queryKey })
      },
      text('exports.ordered'),
    )
  }
  return (
    <Card
      title={text('exports.new')}
      aside={<TemplateBar definition={wanted} devices={devices} onChoose={setDefinition} />}
    >
      <form className={styles.exportForm} onSubmit={submit}>
        <ChoiceCards
          label={text('exports.kind')}
          wide
          value={definition.kind}
          onChange={(kind) => setDefinition((now) => fitReport(withKind(now, kind)))}
          choices={kinds.map((value) => ({
            value,
            label: text(`exports.kind.${value}`),
            hint: text(`exports.kind.${value}.hint`),
            icon: iconOf[value],
          }))}
        />
        {definition.kind === 'points' && <PointsPicker devices={devices} definition={definition} onChange={change} />}
        {definition.kind !== 'report' && (
          <div className={styles.exportPair}>
            <SelectField
              label={text('exports.step')}
              value={definition.step}
              onChange={(step) => change({ step })}
              options={stepsOf(definition.kind).map((value) => ({ value, label: text(`exports.step.${value}`) }))}
            />
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
        {definition.kind !== 'report' && <ExportExtras definition={wanted} onChange={change} />}
        <Checkbox label={text('exports.mail')} checked={mail} onChange={setMail} />
        <div className={styles.exportEnd}>
          <Button
            kind="primary"
            type="submit"
            icon="download"
            busy={running === 'order'}
            disabled={checked.problem !== undefined}
          >
            {text('exports.create')}
          </Button>
          <Button icon="calendar" disabled={checked.problem === 'noQuantity'} onClick={() => setScheduling(true)}>
            {text('exports.schedule')}
          </Button>
        </div>
      </form>
      {scheduling && <ScheduleDialog definition={wanted} onClose={() => setScheduling(false)} />}
    </Card>
  )
}
