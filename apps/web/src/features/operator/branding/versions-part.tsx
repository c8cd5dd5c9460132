import type { BrandDraft } from '@heliograph/domain/brand/brand-parts.ts'
import { useRef } from 'react'
import {
  type BrandProject,
  type BrandVersion,
  downloadBrand,
  readBrandFile,
  rollBackBrand,
} from '../../../api/brands.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { SettingCard, SettingRow } from '../../../ui/setting.tsx'
import { useAction } from '../../../ui/use-action.ts'
import styles from './branding.module.css'

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

/** Each save, the way back to it, and the brand as one file. */
export function VersionsPart({
  project,
  versions,
  isEdited,
  onImported,
  onRolledBack,
}: Readonly<{
  project: BrandProject
  versions: readonly BrandVersion[]
  /** Unsaved changes would be lost. */
  isEdited: boolean
  onImported: (draft: BrandDraft) => void
  onRolledBack: () => Promise<unknown>
}>) {
  const { text } = useText()
  const format = useFormat()
  const { running, run } = useAction()
  const input = useRef<HTMLInputElement>(null)
  const { id } = project
  const basedOn = versions[0]?.version ?? 0
  const read = (file: File) =>
    run('read', async () => onImported(await readBrandFile(id, await file.text())), text('branding.file.read'))
  return (
    <>
      <SettingCard title={text('branding.part.versions')} lead={text('branding.versions.lead')}>
        {versions.length === 0 && <p className={styles.none}>{text('branding.unsaved')}</p>}
        {versions.map((version, at) => (
          <SettingRow
            key={version.version}
            title={text('branding.version', { version: version.version })}
            hint={[
              format.moment(version.savedAtMs, zone),
              version.savedBy ?? '',
              version.restores === null
                ? version.note
                : text('branding.version.restores', { version: version.restores }),
            ]
              .filter(Boolean)
              .join(' · ')}
          >
            {at === 0 ? (
              <span className={styles.chip}>{text('branding.version.current')}</span>
            ) : (
              <Button
                size="s"
                busy={running === `back ${version.version}`}
                disabled={isEdited || running !== undefined}
                onClick={() =>
                  void run(
                    `back ${version.version}`,
                    () => rollBackBrand(id, version.version, basedOn).then(onRolledBack),
                    text('branding.version.back.done', { version: version.version }),
                  )
                }
              >
                {text('branding.version.back')}
              </Button>
            )}
          </SettingRow>
        ))}
      </SettingCard>
      <SettingCard title={text('branding.file')} lead={text('branding.file.lead')}>
        <div className={styles.files}>
          <Button
            icon="download"
            disabled={basedOn === 0}
            onClick={() => void run('write', () => downloadBrand(id, `${project.key}.json`))}
          >
            {text('branding.file.export')}
          </Button>
          <input
            ref={input}
            className="visually-hidden"
            type="file"
            accept="application/json,.json"
            aria-label={text('branding.file.import')}
            tabIndex={-1}
            onChange={(event) => {
              const [file] = event.target.files ?? []
              event.target.value = ''
              if (file) void read(file)
            }}
          />
          <Button busy={running === 'read'} onClick={() => input.current?.click()}>
            {text('branding.file.import')}
          </Button>
        </div>
      </SettingCard>
    </>
  )
}
