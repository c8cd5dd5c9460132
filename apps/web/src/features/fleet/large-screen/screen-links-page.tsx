import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { serverAddress } from '../../../api/base-path.ts'
import { tagsQuery } from '../../../api/plant-lists.ts'
import {
  hallPicturePath,
  type MadeLink,
  removeScreenLink,
  type ScreenLink,
  screenLinksQuery,
} from '../../../api/screen.ts'
import { usePageTitle } from '../../../brand/page-title.ts'
import { Permitted } from '../../../identity/permitted.tsx'
import { RefusedPage } from '../../../shell/refused-page.tsx'
import { useLanguage } from '../../../texts/language-context.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useNow } from '../../../ui/now.ts'
import { PageHead } from '../../../ui/page-head.tsx'
import settingStyles from '../../../ui/setting.module.css'
import { RowsLoading, SettingCard, SettingRow } from '../../../ui/setting.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { ScreenLinkForm } from './screen-link-form.tsx'
import styles from './screen-links-page.module.css'

/** The links that show plants on a wall: made, copied once, ended. */
export function ScreenLinksPage() {
  const { text } = useText()
  const title = text('large-screen.links')
  usePageTitle(title)
  const [made, setMade] = useState<MadeLink>()
  return (
    <Permitted any={['largeScreen']} fallback={<RefusedPage right="largeScreen" />}>
      <main className="page">
        <PageHead title={title} answer={text('large-screen.links.lead')} />
        <SettingCard
          title={text('large-screen.links.new')}
          aside={
            <ButtonLink size="s" to="/largescreen">
              {text('large-screen.links.session')}
            </ButtonLink>
          }
        >
          <div className={settingStyles.settingBody}>
            {made ? (
              <Made link={made} onAnother={() => setMade(undefined)} />
            ) : (
              <ScreenLinkForm onMade={(link) => setMade(link)} />
            )}
          </div>
        </SettingCard>
        <SettingCard title={title}>
          <Links onEnd={({ id }) => setMade((shown) => (shown?.id === id ? undefined : shown))} />
        </SettingCard>
      </main>
    </Permitted>
  )
}

/** In place of the form, so that no second press makes a second link: the address of the first is not shown again. */
function Made({ link, onAnother }: Readonly<{ link: MadeLink; onAnother: () => void }>) {
  const { text } = useText()
  const { code } = useLanguage()
  const place = useRef<HTMLElement>(null)
  useEffect(() => place.current?.focus(), [])
  const address = addressOf(link.token)
  const picture = link.plantId === null ? undefined : `${serverAddress()}${hallPicturePath(link.token, code)}`
  const title = link.title || text('large-screen.links.untitled')
  return (
    <section ref={place} className={styles.made} aria-label={title} tabIndex={-1}>
      <h3>{title}</h3>
      <Notice tone="warn">{text('large-screen.links.once')}</Notice>
      <code className={styles.address}>{address}</code>
      <CopyButton value={address} />
      {picture && (
        <>
          <h3>{text('large-screen.links.picture')}</h3>
          <p>{text('large-screen.links.picture.hint')}</p>
          <img
            className={styles.picture}
            src={picture}
            width={800}
            height={480}
            alt={text('large-screen.links.picture')}
          />
          <code className={styles.address}>{picture}</code>
          <CopyButton value={picture} />
        </>
      )}
      <Button icon="add" onClick={onAnother}>
        {text('large-screen.links.new')}
      </Button>
    </section>
  )
}

function Links({ onEnd }: Readonly<{ onEnd: (link: ScreenLink) => void }>) {
  const { text } = useText()
  const format = useFormat()
  const now = useNow()
  const client = useQueryClient()
  const { running, run } = useAction()
  const { data, error, refetch } = useQuery(screenLinksQuery)
  const { data: tags } = useQuery(tagsQuery)
  if (!data) return <RowsLoading error={error} refetch={refetch} />
  if (data.length === 0) return <SettingRow icon="external" title={text('large-screen.links.none')} />
  const end = (link: ScreenLink) => async (): Promise<void> => {
    await removeScreenLink(link.id)
    onEnd(link)
    await client.invalidateQueries(screenLinksQuery)
  }
  const plantsOf = ({ plantId, tagId }: ScreenLink): string => {
    if (plantId !== null) return text('large-screen.links.one')
    if (tagId === null) return text('large-screen.links.all')
    return text('large-screen.links.tag', { name: tags?.find(({ id }) => id === tagId)?.name ?? '--' })
  }
  return data.map((link) => {
    const title = link.title || text('large-screen.links.untitled')
    const used =
      link.lastUsedAtMs === null
        ? text('large-screen.links.unused')
        : text('large-screen.links.used', { age: format.duration(Math.max(0, now - link.lastUsedAtMs)) })
    return (
      <SettingRow key={link.id} icon="external" title={title} hint={`${plantsOf(link)} · ${used}`}>
        <Button
          size="s"
          kind="quiet"
          label={text('large-screen.links.end.of', { title })}
          busy={running === String(link.id)}
          onClick={() => void run(String(link.id), end(link), text('large-screen.links.ended'))}
        >
          {text('large-screen.links.end')}
        </Button>
      </SettingRow>
    )
  })
}

/** The link opens under the brand under which it was made. */
function addressOf(token: string): string {
  const style = new URLSearchParams(location.search).get('clientStyle')
  const query = style === null ? '' : `?${new URLSearchParams({ clientStyle: style })}`
  return `${serverAddress()}/largescreen/shared${query}#${token}`
}
