import { type ExportDefinition, exportLimits } from '@heliograph/domain/plant-export.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ExportDevice, removeTemplate, saveTemplate } from '../../../api/exports.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { beginHere } from '../../../ui/begin-here.ts'
import { TextField } from '../../../ui/field.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { templatesQuery } from './export-queries.ts'
import { applyTemplate } from './export-state.ts'

/** Choices that a person saved, for all plants. */
export function TemplateBar({
  definition,
  devices,
  onChoose,
}: Readonly<{
  definition: ExportDefinition
  devices: readonly ExportDevice[]
  onChoose: (definition: ExportDefinition) => void
}>) {
  const { text } = useText()
  const client = useQueryClient()
  const { run } = useAction()
  const templates = useQuery(templatesQuery).data ?? []
  const [saving, setSaving] = useState(false)
  const [name, setName] = useState('')
  const changed = () => client.invalidateQueries({ queryKey: templatesQuery.queryKey })
  return (
    <>
      <Menu
        button={text('exports.templates')}
        label={text('exports.templates')}
        groups={[
          templates.map((template) => ({
            id: `use ${template.id}`,
            content: template.name,
            icon: 'list',
            onPick: () => onChoose(applyTemplate(definition, template.definition, devices)),
          })),
          [{ id: 'save', content: text('exports.template.save'), icon: 'add', onPick: () => setSaving(true) }],
          templates.map((template) => ({
            id: `remove ${template.id}`,
            content: text('exports.template.remove', { name: template.name }),
            icon: 'trash',
            onPick: () =>
              void run('remove', async () => {
                await removeTemplate(template.id)
                await changed()
              }),
          })),
        ]}
      />
      {saving && (
        <ActionDialog
          title={text('exports.template.save')}
          confirm={text('shell.action.save')}
          isReady={name.trim() !== ''}
          done={text('exports.template.saved')}
          run={async () => {
            await saveTemplate(name.trim(), definition)
            await changed()
          }}
          onClose={() => setSaving(false)}
        >
          <TextField
            label={text('exports.name')}
            hint={text('exports.template.hint', { most: exportLimits.templates })}
            inputRef={beginHere}
            required
            maxLength={60}
            value={name}
            onChange={setName}
          />
        </ActionDialog>
      )}
    </>
  )
}
