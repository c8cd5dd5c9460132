import type { BrandDraft } from '@heliograph/domain/brand/brand-parts.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { readOneOf, useUrlState } from '../../../address/url-state.ts'
import { type BrandProject, brandQuery, brandsQuery, type EditedBrand, saveBrand } from '../../../api/brands.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { TextField } from '../../../ui/field.tsx'
import saveBarStyles from '../../../ui/save-bar.module.css'
import settingStyles from '../../../ui/setting.module.css'
import { RowsLoading } from '../../../ui/setting.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { BrandPreview } from './brand-preview.tsx'
import styles from './branding.module.css'
import { ColorsPart } from './colors-part.tsx'
import { DomainsPart } from './domains-part.tsx'
import { FeaturesPart } from './features-part.tsx'
import type { PartProps } from './part-props.ts'
import { PicturesPart } from './pictures-part.tsx'
import { TextsPart } from './texts-part.tsx'
import { VersionsPart } from './versions-part.tsx'

const parts = ['texts', 'pictures', 'colors', 'features', 'domains', 'versions'] as const

export function BrandEditor({ project }: Readonly<{ project: BrandProject }>) {
  const { data, error, refetch } = useQuery(brandQuery(project.id))
  return data ? <Editor project={project} brand={data} /> : <RowsLoading error={error} refetch={refetch} />
}

function Editor({ project, brand }: Readonly<{ project: BrandProject; brand: EditedBrand }>) {
  const { text } = useText()
  const client = useQueryClient()
  const { params, linkTo } = useUrlState()
  const { running, run } = useAction()
  const part = readOneOf(params, 'part', parts) ?? 'texts'
  const basedOn = brand.versions[0]?.version ?? 0
  // Undefined until something is changed: a roll-back then shows at once.
  const [edited, setEdited] = useState<BrandDraft>()
  const [note, setNote] = useState('')
  const draft = edited ?? brand.draft
  const options: PartProps = {
    id: project.id,
    draft,
    change: (changes) => setEdited({ ...draft, ...changes }),
  }
  const refresh = async (): Promise<void> => {
    await Promise.all([
      client.invalidateQueries({ queryKey: brandQuery(project.id).queryKey }),
      client.invalidateQueries({ queryKey: brandsQuery.queryKey }),
    ])
    setEdited(undefined)
    setNote('')
  }
  const save = () =>
    run('save', () => saveBrand(project.id, draft, note, basedOn).then(refresh), text('branding.saved'))
  return (
    <div className={settingStyles.settingsPage} data-part="settings-page">
      <header>
        <ButtonLink size="s" kind="quiet" icon="chevronLeft" to={linkTo({ brand: null, part: null })}>
          {text('branding.title')}
        </ButtonLink>
        <h1>{project.name}</h1>
        <p className="answer">
          {basedOn === 0 ? text('branding.unsaved.hint') : text('branding.shown', { version: basedOn })}
        </p>
      </header>
      <Tabs
        label={project.name}
        places={parts.map((item) => ({
          to: linkTo({ part: item === 'texts' ? null : item }),
          label: text(`branding.part.${item}`),
          current: item === part,
        }))}
      />
      <div className={styles.editor}>
        <div className={cx(styles.form, saveBarStyles.aboveSaveBar)}>
          {part === 'texts' && <TextsPart {...options} />}
          {part === 'pictures' && <PicturesPart {...options} />}
          {part === 'colors' && <ColorsPart {...options} />}
          {part === 'features' && <FeaturesPart {...options} trackingOrigins={brand.trackingOrigins} />}
          {part === 'domains' && <DomainsPart id={project.id} domains={brand.domains} />}
          {part === 'versions' && (
            <VersionsPart
              project={project}
              versions={brand.versions}
              isEdited={edited !== undefined}
              onImported={setEdited}
              onRolledBack={refresh}
            />
          )}
          <div className={cx(saveBarStyles.saveBar, styles.save)}>
            <TextField
              label={text('branding.note')}
              optional
              value={note}
              onChange={setNote}
              maxLength={200}
              disabled={edited === undefined}
            />
            <Button
              kind="primary"
              busy={running === 'save'}
              disabled={edited === undefined}
              onClick={() => void save()}
            >
              {text('branding.save')}
            </Button>
            {edited !== undefined && (
              <Button kind="quiet" onClick={() => setEdited(undefined)}>
                {text('branding.discard')}
              </Button>
            )}
          </div>
        </div>
        <BrandPreview draft={draft} name={project.name} />
      </div>
    </div>
  )
}
