import { readOneOf, useUrlState } from '../../../../address/url-state.ts'
import { useUser } from '../../../../auth/session.ts'
import { RefusedPage } from '../../../../shell/refused-page.tsx'
import { useText } from '../../../../texts/use-text.tsx'
import { PageHead } from '../../../../ui/page-head.tsx'
import settingStyles from '../../../../ui/setting.module.css'
import { Tabs } from '../../../../ui/tabs.tsx'
import { AnnouncementsPart } from './announcements-part.tsx'
import { CardsPart } from './cards-part.tsx'
import { CreditsPart } from './credits-part.tsx'
import { DocumentsPart } from './documents-part.tsx'
import { OrdersPart } from './orders-part.tsx'
import { SuggestionsPart } from './suggestions-part.tsx'
import { SupportPart } from './support-part.tsx'
import { VersionsPart } from './versions-part.tsx'

const parts = [
  'announcements',
  'suggestions',
  'documents',
  'versions',
  'orders',
  'credits',
  'cards',
  'support',
] as const

/** Announcements of the server's administrators to its people, and the suggestions that they get. */
export function OperatorPage() {
  return useUser().isAdmin ? <Operator /> : <RefusedPage right="administrator" />
}

function Operator() {
  const { text } = useText()
  const { params, linkTo } = useUrlState()
  const part = readOneOf(params, 'part', parts) ?? 'announcements'
  return (
    <div className={settingStyles.settingsPage} data-part="settings-page">
      <PageHead title={text('shell.menu.operator')} answer={text(`support.operator.${part}.answer`)} />
      <Tabs
        label={text('shell.menu.operator')}
        places={parts.map((item) => ({
          to: linkTo({ part: item === 'announcements' ? null : item, page: null, state: null }),
          label: text(`support.operator.${item}`),
          current: item === part,
        }))}
      />
      {part === 'announcements' && <AnnouncementsPart />}
      {part === 'suggestions' && <SuggestionsPart />}
      {part === 'documents' && <DocumentsPart />}
      {part === 'versions' && <VersionsPart />}
      {part === 'orders' && <OrdersPart />}
      {part === 'credits' && <CreditsPart />}
      {part === 'cards' && <CardsPart />}
      {part === 'support' && <SupportPart />}
    </div>
  )
}
