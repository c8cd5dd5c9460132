import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { removeVersion, versionsQuery } from '../../../../api/publications.ts'
import { useLanguage } from '../../../../texts/language-context.ts'
import { useFormat } from '../../../../texts/use-format.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { Button } from '../../../../ui/button.tsx'
import { RowsLoading, SettingCard, SettingRow } from '../../../../ui/setting.tsx'
import styles from '../support.module.css'
import { RemoveButton } from './remove-button.tsx'
import { localZone } from './time-span.ts'
import { VersionDialog } from './version-dialog.tsx'

const MOST_SHOWN = 100

export function VersionsPart() {
  const { text } = useText()
  const { code } = useLanguage()
  const format = useFormat()
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const { data, error, refetch } = useQuery(versionsQuery(code, MOST_SHOWN))
  const refresh = () => client.invalidateQueries({ queryKey: ['versions'] })
  return (
    <SettingCard
      title={text('support.operator.versions')}
      aside={
        <Button icon="add" kind="primary" onClick={() => setOpen(true)}>
          {text('support.version.new')}
        </Button>
      }
    >
      {!data && <RowsLoading error={error} refetch={refetch} />}
      {data?.total === 0 && <p className={styles.none}>{text('support.version.none')}</p>}
      {data?.rows.map((row) => {
        const name = `${text(`support.platform.${row.platform}`)} ${row.version}`
        return (
          <SettingRow
            key={row.id}
            title={name}
            hint={[
              String(row.innerVersion),
              format.moment(row.publishedMs, localZone),
              row.isRequired ? text('shell.version.required') : '',
              row.notes.split('\n')[0],
            ]
              .filter(Boolean)
              .join(' · ')}
          >
            <RemoveButton name={name} run={() => removeVersion(row.id).then(refresh)} />
          </SettingRow>
        )
      })}
      {isOpen && <VersionDialog onSaved={refresh} onClose={() => setOpen(false)} />}
    </SettingCard>
  )
}
