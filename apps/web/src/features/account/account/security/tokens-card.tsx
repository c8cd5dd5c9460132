import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SolarmanKeys } from '../../../../api/account-types.ts'
import { call } from '../../../../api/call.ts'
import { useFormat } from '../../../../texts/use-format.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { Button } from '../../../../ui/button.tsx'
import { cx } from '../../../../ui/class-names.ts'
import { CopyButton } from '../../../../ui/copy-button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { useNow } from '../../../../ui/now.ts'
import { SettingCard, SettingRow } from '../../../../ui/setting.tsx'
import { Pill } from '../../../../ui/status.tsx'
import { useAction } from '../../../../ui/use-action.ts'
import { ListState } from './list-state.tsx'
import styles from './security-page.module.css'
import { refreshAccount, tokensQuery } from './security-queries.ts'
import { SolarmanForm } from './solarman-form.tsx'
import { SolarmanKeysBox } from './solarman-keys.tsx'
import { scopeTexts, TokenForm } from './token-form.tsx'

/** Access tokens for the user's programs: each has a name, an end, and only the scopes it needs. */
export function TokensCard() {
  const { text } = useText()
  const format = useFormat()
  const nowMs = useNow(MINUTE_MS)
  const client = useQueryClient()
  const query = useQuery(tokensQuery)
  const { running, run } = useAction()
  const [making, setMaking] = useState(false)
  const [made, setMade] = useState<string>()
  const [opening, setOpening] = useState(false)
  const [keys, setKeys] = useState<SolarmanKeys>()
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
  const ago = (seconds: number): string => format.age(Math.max(0, nowMs - seconds * 1000))

  const revoke = (id: number): void =>
    void run(
      String(id),
      async () => {
        await call('DELETE /user-s/acc/token/{id}', { params: { id } })
        setMade(undefined)
        setKeys(undefined)
        await refreshAccount(client)
      },
      text('security.token.revoked'),
    )

  return (
    <SettingCard
      id="tokens"
      title={text('security.tokens')}
      lead={text('security.tokens.lead')}
      aside={
        <>
          <Button size="s" kind="quiet" onClick={() => setOpening(true)}>
            {text('security.solarman.create')}
          </Button>
          <Button size="s" icon="add" onClick={() => setMaking(true)}>
            {text('security.token.create')}
          </Button>
        </>
      }
    >
      {made && (
        <div className={cx(styles.securityPart, styles.once)} role="status">
          <Notice tone="warn">{text('security.token.once')}</Notice>
          <div className={styles.onceBox}>
            <code className={styles.onceValue} data-testid="made-token">
              {made}
            </code>
            <CopyButton value={made} />
          </div>
          <p className="muted tiny">{text('security.token.use', { header: 'Authorization: Bearer' })}</p>
          <div className={styles.onceActions}>
            <Button size="s" kind="primary" onClick={() => setMade(undefined)}>
              {text('security.once.done')}
            </Button>
          </div>
        </div>
      )}
      {keys && <SolarmanKeysBox keys={keys} onDone={() => setKeys(undefined)} />}
      <ListState query={query} isEmpty={query.data?.data.length === 0} none={text('security.tokens.none')} />
      <ul className={styles.securityRows}>
        {query.data?.data.map((row) => {
          const isOver = row.expiresAt * 1000 <= nowMs
          return (
            <li key={row.id}>
              <SettingRow
                icon="key"
                title={
                  <>
                    {row.name}
                    {isOver && <Pill tone="warn">{text('security.token.expired')}</Pill>}
                    {row.appId && <Pill>SOLARMAN</Pill>}
                    {row.organization && <Pill>{row.organization}</Pill>}
                  </>
                }
                hint={[
                  row.scopes.map((scope) => text(scopeTexts[scope])).join(', '),
                  ...(row.plantIds ? [text('security.token.plants.count', { count: row.plantIds.length })] : []),
                  ...(row.appId ? [`appId ${row.appId}`] : []),
                  text('security.token.expires', { at: format.moment(row.expiresAt * 1000, zone) }),
                  row.lastUsedAt === null
                    ? text('security.neverUsed')
                    : text('security.used', { age: ago(row.lastUsedAt) }),
                ].join(' · ')}
              >
                <Button
                  size="s"
                  kind="quiet"
                  busy={running === String(row.id)}
                  label={text('security.token.revoke.named', { name: row.name })}
                  onClick={() => revoke(row.id)}
                >
                  {text('security.token.revoke')}
                </Button>
              </SettingRow>
            </li>
          )
        })}
      </ul>
      <Dialog open={making} onClose={() => setMaking(false)} title={text('security.token.create')} width={460}>
        <TokenForm onClose={() => setMaking(false)} onMade={setMade} />
      </Dialog>
      <Dialog open={opening} onClose={() => setOpening(false)} title={text('security.solarman.create')} width={460}>
        <SolarmanForm onClose={() => setOpening(false)} onMade={setKeys} />
      </Dialog>
    </SettingCard>
  )
}
