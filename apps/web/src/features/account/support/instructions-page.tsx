import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { documentsQuery, type PublishedDocument } from '../../../api/publications.ts'
import { useBrand } from '../../../brand/brand-context.ts'
import { useByteText } from '../../../texts/byte-text.ts'
import { useLanguage } from '../../../texts/language-context.ts'
import { toDay } from '../../../texts/local-day.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import buttonStyles from '../../../ui/button.module.css'
import { PageHead } from '../../../ui/page-head.tsx'
import settingStyles from '../../../ui/setting.module.css'
import { RowsLoading, SettingCard, SettingRow } from '../../../ui/setting.tsx'
import { groupDocuments, languageNameOf } from './group-documents.ts'
import { ManualContents, ManualPageView } from './manual-page.tsx'
import { manualPages } from './manual-pages.ts'

/** Owner's guide, page by page; then what the operator offers, in the reader's language first. */
export function InstructionsPage() {
  const { text } = useText()
  const { code } = useLanguage()
  const manual = useBrand().link('MANNUAL_URL', code)
  const { data, error, refetch } = useQuery(documentsQuery)
  const [query] = useSearchParams()
  const page = manualPages.find(({ id }) => id === query.get('page'))
  if (page !== undefined) return <ManualPageView page={page} />
  const groups = groupDocuments(data ?? [], code)
  return (
    <div className={settingStyles.settingsPage} data-part="settings-page">
      <PageHead title={text('shell.menu.userManual')} answer={text('manual.answer')} />
      {manual === undefined && <ManualContents />}
      {manual !== undefined && (
        <SettingCard title={text('support.manual')}>
          <SettingRow icon="external" title={text('support.manual.online')} hint={manual}>
            <a className={buttonStyles.button} href={manual} target="_blank" rel="noreferrer">
              <span>{text('support.document.open')}</span>
            </a>
          </SettingRow>
        </SettingCard>
      )}
      {!data && <RowsLoading error={error} refetch={refetch} />}
      {groups.map(({ language, documents }) => (
        <SettingCard
          key={language}
          title={languageNameOf(language) ?? text('support.documents.everyLanguage')}
          lead={text('manual.documents')}
        >
          {documents.map((document) => (
            <DocumentRow key={document.id} one={document} />
          ))}
        </SettingCard>
      ))}
    </div>
  )
}

function DocumentRow({ one }: Readonly<{ one: PublishedDocument }>) {
  const { text } = useText()
  const format = useFormat()
  const bytes = useByteText()
  const facts = [
    text(`support.kind.${one.kind}`),
    one.sizeBytes === undefined ? undefined : `PDF, ${bytes(one.sizeBytes)}`,
    format.date(toDay(one.changedMs)),
  ].filter(Boolean)
  return (
    <SettingRow icon="list" title={<span lang={one.language || undefined}>{one.title}</span>} hint={facts.join(' · ')}>
      <a
        className={buttonStyles.button}
        href={one.href}
        {...(one.sizeBytes === undefined ? { target: '_blank', rel: 'noreferrer' } : { download: '' })}
      >
        <span>{text(one.sizeBytes === undefined ? 'support.document.open' : 'shell.action.download')}</span>
      </a>
    </SettingRow>
  )
}
