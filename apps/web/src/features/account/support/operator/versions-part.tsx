import { useQuery, useQueryClient } from '@tanstack/react-query'
import { removeVersion, versionsQuery } from '../../../../api/publications.ts'
import { useLanguage } from '../../../../texts/language-context.ts'
import { useFormat } from '../../../../texts/use-format.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { SettingRow } from '../../../../ui/setting.tsx'
import { PublishedList } from './published-list.tsx'
import { RemoveButton } from './remove-button.tsx'
import { localZone } from './time-span.ts'
import { VersionDialog } from './version-dialog.tsx'

const MOST_SHOWN = 100

export function VersionsPart() {
  const { text } = useText()
  const { code } = useLanguage()
  const format = useFormat()
  const client = useQueryClient()
  const versions = useQuery(versionsQuery(code, MOST_SHOWN))
  const refresh = () => client.invalidateQueries({ queryKey: ['versions'] })
  return (
    <PublishedList
      title={text('support.operator.versions')}
      add={text('support.version.new')}
      none={text('support.version.none')}
      rows={versions.data?.rows}
      loading={versions}
      dialog={(close) => <VersionDialog onSaved={refresh} onClose={close} />}
    >
      {(row) => {
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
      }}
    </PublishedList>
  )
}
