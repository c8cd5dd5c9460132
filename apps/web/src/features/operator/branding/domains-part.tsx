import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import {
  addBrandDomain,
  type BrandDomain,
  brandQuery,
  brandsQuery,
  checkBrandDomain,
  confirmBrandDomain,
  removeBrandDomain,
} from '../../../api/brands.ts'
import { usePermission } from '../../../identity/permitted.tsx'
import { useText } from '../../../texts/use-text.tsx'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { TextField } from '../../../ui/field.tsx'
import settingStyles from '../../../ui/setting.module.css'
import { SettingCard, SettingRow } from '../../../ui/setting.tsx'
import { useAction } from '../../../ui/use-action.ts'
import styles from './branding.module.css'

/** Hosts that show the brand, once their ownership is proven. */
export function DomainsPart({ id, domains }: Readonly<{ id: number; domains: readonly BrandDomain[] }>) {
  const { text } = useText()
  const client = useQueryClient()
  const { running, run } = useAction()
  const [typed, setTyped] = useState('')
  const refresh = async (): Promise<void> => {
    await client.invalidateQueries({ queryKey: brandQuery(id).queryKey })
    await client.invalidateQueries({ queryKey: brandsQuery.queryKey })
  }
  const add = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (await run('add', () => addBrandDomain(id, typed).then(refresh))) setTyped('')
  }
  return (
    <SettingCard title={text('branding.part.domains')} lead={text('branding.domains.lead')}>
      {domains.map((domain) => (
        <DomainRow key={domain.domain} id={id} one={domain} refresh={refresh} />
      ))}
      <form className={settingStyles.settingBody} onSubmit={(event) => void add(event)}>
        <div className={settingStyles.settingForm}>
          <TextField
            label={text('branding.domain')}
            value={typed}
            onChange={setTyped}
            placeholder="pv.example.org"
            maxLength={253}
            spellCheck={false}
            required
          />
          <div className={settingStyles.settingFormActions}>
            <Button type="submit" busy={running !== undefined}>
              {text('branding.domain.add')}
            </Button>
          </div>
        </div>
      </form>
    </SettingCard>
  )
}

function DomainRow({ id, one, refresh }: Readonly<{ id: number; one: BrandDomain; refresh: () => Promise<unknown> }>) {
  const { text } = useText()
  const { running, run } = useAction()
  const [asked, setAsked] = useState<'confirm' | 'remove'>()
  const mayConfirm = usePermission()(['manager'])
  const isProven = one.verifiedAtMs !== null
  const check = (by: 'dns' | 'file') =>
    run(by, () => checkBrandDomain(id, one.domain, by).then(refresh), text('branding.domain.proven'))
  return (
    <SettingRow
      className={styles.domain}
      icon={isProven ? 'check' : 'clock'}
      {...(isProven ? { tone: 'ok' as const } : {})}
      title={one.domain}
      hint={
        isProven ? (
          text('branding.domain.shows')
        ) : (
          <span className={styles.proof}>
            <span>{text('branding.domain.dns', { name: `_heliograph.${one.domain}` })}</span>
            <span>
              {text('branding.domain.file', { address: `https://${one.domain}/.well-known/heliograph-brand.txt` })}
            </span>
            <span>
              <code>{one.proof}</code> <CopyButton value={one.proof} />
            </span>
          </span>
        )
      }
    >
      {!isProven && (
        <>
          <Button size="s" busy={running === 'dns'} disabled={running !== undefined} onClick={() => void check('dns')}>
            {text('branding.domain.checkDns')}
          </Button>
          <Button
            size="s"
            busy={running === 'file'}
            disabled={running !== undefined}
            onClick={() => void check('file')}
          >
            {text('branding.domain.checkFile')}
          </Button>
          {mayConfirm && (
            <Button size="s" kind="quiet" disabled={running !== undefined} onClick={() => setAsked('confirm')}>
              {text('branding.domain.confirm')}
            </Button>
          )}
        </>
      )}
      <Button
        size="s"
        kind="quiet"
        icon="trash"
        label={text('branding.domain.remove', { domain: one.domain })}
        onClick={() => setAsked('remove')}
      />
      {asked === 'confirm' && (
        <ActionDialog
          title={text('branding.domain.confirm.title', { domain: one.domain })}
          confirm={text('branding.domain.confirm')}
          done={text('branding.domain.proven')}
          run={() => confirmBrandDomain(id, one.domain).then(refresh)}
          onClose={() => setAsked(undefined)}
        >
          <p>{text('branding.domain.confirm.meaning', { domain: one.domain })}</p>
          <p>{text('branding.domain.confirm.when')}</p>
        </ActionDialog>
      )}
      {asked === 'remove' && (
        <ActionDialog
          danger
          title={text('branding.domain.remove', { domain: one.domain })}
          confirm={text('support.remove.confirm')}
          run={() => removeBrandDomain(id, one.domain).then(refresh)}
          onClose={() => setAsked(undefined)}
        >
          <p>{text(isProven ? 'branding.domain.remove.meaning' : 'branding.domain.remove.unproven')}</p>
        </ActionDialog>
      )}
    </SettingRow>
  )
}
