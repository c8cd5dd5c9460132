import { csvSeparators, decimalMarks } from '@heliograph/domain/format/csv.ts'
import { type ExportDefinition, exportZones } from '@heliograph/domain/plant-export.ts'
import { exportRequest } from '../../../api/exports.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useText } from '../../../texts/use-text.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { SelectField } from '../../../ui/field.tsx'
import styles from './export-data.module.css'

const separatorNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab' } as const
const markNames = { '.': 'point', ',': 'comma' } as const

/** How the file is written, and the same export for a program: few people need either. */
export function ExportExtras({
  definition,
  onChange,
}: Readonly<{ definition: ExportDefinition; onChange: (change: Partial<ExportDefinition>) => void }>) {
  const { text } = useText()
  const { plantId, zone } = useCurrentPlant()
  const { address, body } = exportRequest(plantId, definition)
  const command = `curl -X POST '${window.location.origin}${address}' -H 'Authorization: Bearer …' -H 'Content-Type: application/json' -d '${body}' -o export.${definition.fileType}`
  return (
    <details className={styles.exportMore}>
      <summary>{text('exports.more')}</summary>
      <div>
        <div className={styles.exportPair}>
          <SelectField
            label={text('exports.zone')}
            value={definition.zone}
            onChange={(value) => onChange({ zone: value })}
            options={exportZones.map((value) => ({ value, label: value === 'UTC' ? 'UTC' : zone }))}
          />
          {definition.fileType === 'csv' && (
            <>
              <SelectField
                label={text('exports.separator')}
                value={definition.separator}
                onChange={(separator) => onChange({ separator })}
                options={csvSeparators.map((value) => ({
                  value,
                  label: text(`exports.separator.${separatorNames[value]}`),
                }))}
              />
              <SelectField
                label={text('exports.decimalMark')}
                value={definition.decimalMark}
                onChange={(decimalMark) => onChange({ decimalMark })}
                options={decimalMarks.map((value) => ({
                  value,
                  label: text(`exports.decimalMark.${markNames[value]}`),
                }))}
              />
            </>
          )}
        </div>
        <p className="muted tiny">{text('exports.api')}</p>
        <pre className={styles.exportCode}>{command}</pre>
        <div>
          <CopyButton value={command} />
        </div>
      </div>
    </details>
  )
}
