import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useUrlState } from '../../../address/url-state.ts'
import { type BrandProject, brandsQuery, removeBrand, setBrandStatus } from '../../../api/brands.ts'
import { usePermission } from '../../../identity/permitted.tsx'
import { RefusedPage } from '../../../shell/refused-page.tsx'
import { useText } from '../../../texts/use-text.tsx'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import settingStyles from '../../../ui/setting.module.css'
import { RowsLoading, SettingCard, SettingRow } from '../../../ui/setting.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { AddBrandDialog } from './add-brand-dialog.tsx'
import { BrandEditor } from './brand-editor.tsx'
import styles from './branding.module.css'

/** Administrators of the server or of the organization that the session acts for. */
export function BrandsPage() {
  const may = usePermission()
  const { params } = useUrlState()
  const id = Number(params.get('brand'))
  const { data } = useQuery({ ...brandsQuery, enabled: may(keepers) })
  if (!may(keepers)) return <RefusedPage part right="administrator" />
  const project = data?.find((item) => item.id === id && item.isMine)
  return project ? <BrandEditor key={project.id} project={project} /> : <BrandList />
}
const keepers = ['manager', 'organizationAdmin']

function BrandList() {
  const { text } = useText()
  const { data, error, refetch } = useQuery(brandsQuery)
  const [isOpen, setOpen] = useState(false)
  const mine = data?.filter(({ isMine }) => isMine) ?? []
  const others = data?.filter(({ isMine }) => !isMine) ?? []
  return (
    <div className={settingStyles.settingsPage} data-part="settings-page">
      <header>
        <h1>{text('branding.title')}</h1>
        {(data || !error) && (
          <p className="answer">
            {data ? text('branding.answer', { count: mine.length }) : <Skeleton width="min(360px, 80%)" height={20} />}
          </p>
        )}
      </header>
      <SettingCard
        title={text('branding.mine')}
        lead={text('branding.lead')}
        aside={
          <Button icon="add" kind="primary" onClick={() => setOpen(true)}>
            {text('branding.add')}
          </Button>
        }
      >
        {!data && <RowsLoading error={error} refetch={refetch} />}
        {data && mine.length === 0 && <p className={styles.none}>{text('branding.none')}</p>}
        {mine.map((item) => (
          <ProjectRow key={item.id} one={item} />
        ))}
      </SettingCard>
      {others.length > 0 && (
        <SettingCard title={text('branding.others')} lead={text('branding.others.lead')}>
          {others.map((other) => (
            <ProjectRow key={other.id} one={other} />
          ))}
        </SettingCard>
      )}
      {isOpen && <AddBrandDialog onClose={() => setOpen(false)} />}
    </div>
  )
}

function ProjectRow({ one }: Readonly<{ one: BrandProject }>) {
  const { text } = useText()
  const { linkTo } = useUrlState()
  const may = usePermission()
  const isOff = one.status !== 'OK'
  const facts = [
    one.organization ?? '',
    one.domains.join(', ') || text('branding.byKey', { key: one.key }),
    one.version === 0 ? text('branding.unsaved') : text('branding.version', { version: one.version }),
  ]
  return (
    <SettingRow
      icon="monitor"
      title={
        <>
          {one.name}{' '}
          {isOff && (
            <span className={styles.chip} data-tone="warn">
              {text('branding.suspended')}
            </span>
          )}
        </>
      }
      hint={facts.filter(Boolean).join(' · ')}
    >
      {may(['manager']) && <StatusButton one={one} />}
      {one.isMine && <RemoveButton one={one} />}
      {one.isMine && (
        <ButtonLink size="s" to={linkTo({ brand: String(one.id) })}>
          {text('branding.edit')}
        </ButtonLink>
      )}
    </SettingRow>
  )
}

function StatusButton({ one }: Readonly<{ one: BrandProject }>) {
  const { text } = useText()
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const isOff = one.status !== 'OK'
  const word = text(isOff ? 'branding.resume' : 'branding.suspend')
  return (
    <>
      <Button size="s" kind="quiet" onClick={() => setOpen(true)}>
        {word}
      </Button>
      {isOpen && (
        <ActionDialog
          danger={!isOff}
          title={`${one.name}: ${word}`}
          confirm={word}
          run={async () => {
            await setBrandStatus(one.id, isOff ? 'OK' : 'SUSPENDED')
            await client.invalidateQueries({ queryKey: brandsQuery.queryKey })
          }}
          onClose={() => setOpen(false)}
        >
          <p>{text(isOff ? 'branding.resume.hint' : 'branding.suspend.hint')}</p>
        </ActionDialog>
      )}
    </>
  )
}

function RemoveButton({ one }: Readonly<{ one: BrandProject }>) {
  const { text } = useText()
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="s"
        kind="quiet"
        icon="trash"
        label={text('branding.remove', { name: one.name })}
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <ActionDialog
          danger
          title={text('branding.remove', { name: one.name })}
          confirm={text('branding.remove.confirm')}
          run={async () => {
            await removeBrand(one.id)
            await client.invalidateQueries({ queryKey: brandsQuery.queryKey })
          }}
          onClose={() => setOpen(false)}
        >
          <p>{text('branding.remove.hint')}</p>
        </ActionDialog>
      )}
    </>
  )
}
