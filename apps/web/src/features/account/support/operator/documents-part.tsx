import { useQuery, useQueryClient } from '@tanstack/react-query'
import { documentsQuery, removeDocument } from '../../../../api/publications.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { SettingRow } from '../../../../ui/setting.tsx'
import { languageNameOf } from '../group-documents.ts'
import { DocumentDialog } from './document-dialog.tsx'
import { PublishedList } from './published-list.tsx'
import { RemoveButton } from './remove-button.tsx'

export function DocumentsPart() {
  const { text } = useText()
  const client = useQueryClient()
  const documents = useQuery(documentsQuery)
  const refresh = () => client.invalidateQueries({ queryKey: documentsQuery.queryKey })
  return (
    <PublishedList
      title={text('support.operator.documents')}
      add={text('support.document.new')}
      none={text('support.document.none')}
      rows={documents.data}
      loading={documents}
      dialog={(close) => <DocumentDialog onSaved={refresh} onClose={close} />}
    >
      {(item) => (
        <SettingRow
          key={item.id}
          title={item.title}
          hint={[
            text(`support.kind.${item.kind}`),
            languageNameOf(item.language) ?? text('support.documents.everyLanguage'),
            item.sizeBytes === undefined ? item.href : 'PDF',
          ].join(' · ')}
        >
          <RemoveButton name={item.title} run={() => removeDocument(item.id).then(refresh)} />
        </SettingRow>
      )}
    </PublishedList>
  )
}
