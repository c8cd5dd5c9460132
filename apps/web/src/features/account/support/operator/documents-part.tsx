import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { documentsQuery, removeDocument } from '../../../../api/publications.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { Button } from '../../../../ui/button.tsx'
import { RowsLoading, SettingCard, SettingRow } from '../../../../ui/setting.tsx'
import { languageNameOf } from '../group-documents.ts'
import styles from '../support.module.css'
import { DocumentDialog } from './document-dialog.tsx'
import { RemoveButton } from './remove-button.tsx'

export function DocumentsPart() {
  const { text } = useText()
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const { data, error, refetch } = useQuery(documentsQuery)
  const refresh = () => client.invalidateQueries({ queryKey: documentsQuery.queryKey })
  return (
    <SettingCard
      title={text('support.operator.documents')}
      aside={
        <Button icon="add" kind="primary" onClick={() => setOpen(true)}>
          {text('support.document.new')}
        </Button>
      }
    >
      {!data && <RowsLoading error={error} refetch={refetch} />}
      {data?.length === 0 && <p className={styles.none}>{text('support.document.none')}</p>}
      {data?.map((item) => (
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
      ))}
      {isOpen && <DocumentDialog onSaved={refresh} onClose={() => setOpen(false)} />}
    </SettingCard>
  )
}
