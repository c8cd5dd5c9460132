import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { applicationsQuery, openCard } from '../../../api/applications.ts'
import { useLanguage } from '../../../texts/language-context.ts'
import { useText } from '../../../texts/use-text.tsx'
import { RowsLoading } from '../../../ui/setting.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import styles from './application.module.css'
import { DetailPage } from './detail-page.tsx'

/** A page of the operator's within ours. Its address carries a token of five minutes, so it is asked for anew each time. */
export function PluginPage() {
  const { text } = useText()
  const { code } = useLanguage()
  const [params] = useSearchParams()
  const id = Number(params.get('card'))
  const { data, error, refetch } = useQuery(applicationsQuery)
  const card = data?.cards.find((item) => item.id === id && item.isFrame)
  const address = useQuery({
    queryKey: ['applications', 'frame', id, code],
    queryFn: () => openCard(id, code, false).then((url) => url ?? null),
    enabled: card !== undefined,
    // A token that was used lies around nowhere.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const isOwn = card?.host === window.location.host
  return (
    <DetailPage
      right="application"
      title={card?.title ?? text('plugin-page.title')}
      lead={card ? text('plugin-page.lead', { host: card.host }) : ''}
    >
      {!data && <RowsLoading error={error} refetch={refetch} />}
      {data && !card && <EmptyState icon="search" title={text('plugin-page.none')} />}
      {card && !address.data && <RowsLoading error={address.error} refetch={address.refetch} />}
      {card && address.data && (
        <iframe
          className={styles.frame}
          title={card.title}
          src={address.data}
          referrerPolicy="no-referrer"
          // A page of our own origin could take its fences down.
          sandbox={`allow-scripts allow-forms allow-popups${isOwn ? '' : ' allow-same-origin'}`}
        />
      )}
    </DetailPage>
  )
}
