import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addDevicePath } from '../../../address/paths.ts'
import { type Agent, addPairing, agentsQuery, removeAgent } from '../../../api/agents.ts'
import { AddingRefused } from '../../../plant/adding-refused.tsx'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { RowsLoading, SettingRow } from '../../../ui/setting.tsx'
import { useAction } from '../../../ui/use-action.ts'
import styles from './connect.module.css'
import { useAgentWords } from './use-agent-words.ts'

const EVERY_MS = 5_000

type Pairing = Readonly<{ pairingCode: string; expiresAtMs: number }>

/** Programs in the home that read its devices and deliver to this server: how they are, and how one is installed. */
export function AgentsPage() {
  const { text } = useText()
  const { plantId, can } = useCurrentPlant()
  const may = can('addPlantDevice')
  const { data, error, refetch } = useQuery({ ...agentsQuery(plantId), enabled: may, refetchInterval: EVERY_MS })
  const [pairing, setPairing] = useState<Pairing>()
  const [name, setName] = useState('')
  const { running, run } = useAction()
  const pair = (agent?: Agent) =>
    run(agent === undefined ? 'pair' : `again ${agent.id}`, async () =>
      setPairing(await addPairing(plantId, agent === undefined ? { name: name.trim() } : { agentId: agent.id })),
    )
  if (!may) return <AddingRefused />
  return (
    <div className="page">
      <Card title={text('agents.add')} className={styles.targets}>
        <p>{text('agents.add.hint')}</p>
        <form
          className={styles.addressForm}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void pair()
          }}
        >
          <TextField
            label={text('agents.name')}
            hint={text('agents.name.hint')}
            value={name}
            maxLength={60}
            autoComplete="off"
            optional
            onChange={setName}
          />
          <div className={styles.addressEnd}>
            <Button type="submit" kind="primary" busy={running === 'pair'}>
              {text('agents.pair')}
            </Button>
          </div>
        </form>
        {pairing && <Install key={pairing.pairingCode} pairing={pairing} />}
      </Card>
      {data && data.length > 0 && (
        <Card title={text('agents.list')} className={styles.targets}>
          {data.map((agent) => (
            <AgentRow
              key={agent.id}
              agent={agent}
              busy={running === `again ${agent.id}`}
              onPair={() => void pair(agent)}
              onChanged={refetch}
            />
          ))}
        </Card>
      )}
      {!data && <RowsLoading error={error} refetch={refetch} />}
    </div>
  )
}

/** Two lines for a machine in the home, with the code. */
function Install({ pairing: { pairingCode, expiresAtMs } }: Readonly<{ pairing: Pairing }>) {
  const { text } = useText()
  const format = useFormat()
  const { zone } = useCurrentPlant()
  const { origin } = window.location
  const lines = `curl -fO ${origin}/heliograph-edge.mjs\nnode heliograph-edge.mjs ${origin} ${pairingCode}`
  return (
    <div className={styles.install} role="status">
      <p>{text('agents.code', { code: pairingCode, time: format.timeOfDay(expiresAtMs, zone) })}</p>
      <p>{text('agents.install')}</p>
      <pre className={styles.lines}>
        <code>{lines}</code>
      </pre>
      <div className={styles.addressEnd}>
        <CopyButton value={lines} />
      </div>
      {origin.startsWith('http:') && <Notice tone="warn">{text('agents.plain')}</Notice>}
    </div>
  )
}

function AgentRow({
  agent,
  busy,
  onPair,
  onChanged,
}: Readonly<{ agent: Agent; busy: boolean; onPair: () => void; onChanged: () => Promise<unknown> }>) {
  const { text } = useText()
  const { plantId, can } = useCurrentPlant()
  const [isRemoving, setRemoving] = useState(false)
  const { tone, sentence } = useAgentWords()(agent)
  return (
    <>
      <SettingRow icon={tone === 'ok' ? 'check' : 'warning'} tone={tone} title={agent.name} hint={sentence}>
        {agent.isOnline && (
          <ButtonLink size="s" to={addDevicePath(plantId, 'scan')}>
            {text('agents.find')}
          </ButtonLink>
        )}
        <Button size="s" busy={busy} onClick={onPair}>
          {text('agents.again')}
        </Button>
        {can('deletePlantDevice') && (
          <Button size="s" kind="danger" onClick={() => setRemoving(true)}>
            {text('agents.remove')}
          </Button>
        )}
      </SettingRow>
      {isRemoving && (
        <ActionDialog
          title={text('agents.remove.title', { name: agent.name })}
          confirm={text('agents.remove')}
          danger
          run={async () => {
            await removeAgent(plantId, agent.id)
            await onChanged()
          }}
          done={text('agents.removed')}
          onClose={() => setRemoving(false)}
        >
          <p>{text('agents.remove.hint', { count: agent.targets })}</p>
        </ActionDialog>
      )}
    </>
  )
}
