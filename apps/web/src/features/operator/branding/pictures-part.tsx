import { type ReactNode, useRef } from 'react'
import { addBrandPicture } from '../../../api/brands.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { SettingCard, SettingRow } from '../../../ui/setting.tsx'
import { toBase64 } from '../../../ui/to-base64.ts'
import { showToast } from '../../../ui/toast-store.ts'
import { useAction } from '../../../ui/use-action.ts'
import styles from './branding.module.css'
import { withText } from './change-text.ts'
import type { PartProps } from './part-props.ts'

const MOST_BYTES = 6 * 1024 * 1024
const pictures = ['RECT_LOGO', 'INVERT_RECT_LOGO', 'LOGIN_BK_IMG', 'APP_DOWNLOAD_LOGO', 'APP_DOWNLOAD_QRCODE'] as const

/** Pictures are kept at once; they are shown when the brand is saved. */
export function PicturesPart({ id, draft, change }: PartProps) {
  const { text } = useText()
  const linkOf = (type: (typeof pictures)[number]): string =>
    draft.texts.find((item) => item.type === type && item.language === '')?.text ?? ''
  return (
    <SettingCard title={text('branding.part.pictures')} lead={text('branding.pictures.lead')}>
      <PictureRow
        id={id}
        title={text('branding.picture.icon')}
        hint={text('branding.picture.icon.hint')}
        link={draft.squareLogo}
        onChange={(squareLogo) => change({ squareLogo })}
      />
      <PictureRow
        id={id}
        title={text('branding.picture.top')}
        hint={text('branding.picture.top.hint')}
        link={draft.topNavigationLogo}
        onChange={(topNavigationLogo) => change({ topNavigationLogo })}
      />
      {pictures.map((type) => (
        <PictureRow
          key={type}
          id={id}
          title={text(`branding.text.${type}`)}
          hint={text(`branding.picture.${type}.hint`)}
          isDark={type === 'INVERT_RECT_LOGO'}
          isBackground={type === 'LOGIN_BK_IMG'}
          link={linkOf(type)}
          onChange={(link) => change(withText(draft, type, '', link))}
        />
      ))}
    </SettingCard>
  )
}

function PictureRow({
  id,
  title,
  hint,
  link,
  isDark = false,
  isBackground = false,
  onChange,
}: Readonly<{
  id: number
  title: string
  hint: ReactNode
  link: string
  isDark?: boolean
  isBackground?: boolean
  onChange: (link: string) => void
}>) {
  const { text } = useText()
  const input = useRef<HTMLInputElement>(null)
  const { running, run } = useAction()
  const add = async (file: File): Promise<void> => {
    if (file.size > MOST_BYTES) return showToast(text('branding.picture.tooLarge'), 'warn')
    await run('add', async () => {
      const { link: kept } = await addBrandPicture(id, isBackground ? 'background' : 'logo', await toBase64(file))
      onChange(kept)
    })
  }
  return (
    <SettingRow title={title} hint={hint}>
      {link && <img className={styles.thumb} data-dark={isDark || undefined} src={link} alt={title} />}
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        accept="image/png,image/jpeg,image/webp,image/svg+xml"
        aria-label={text('branding.picture.choose', { title })}
        tabIndex={-1}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file) void add(file)
        }}
      />
      <Button size="s" busy={running !== undefined} onClick={() => input.current?.click()}>
        {text(link ? 'branding.picture.replace' : 'branding.picture.add')}
      </Button>
      {link && (
        <Button
          size="s"
          kind="quiet"
          icon="trash"
          label={text('branding.picture.remove', { title })}
          onClick={() => onChange('')}
        />
      )}
    </SettingRow>
  )
}
