import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Broker } from '../../../../api/account-types.ts'
import { call } from '../../../../api/call.ts'
import { probeReasonOf } from '../../../../api/targets.ts'
import { ProvenForm } from '../../../../auth/re-authentication/proven-form.tsx'
import { useText } from '../../../../texts/use-text.tsx'
import { beginHere } from '../../../../ui/begin-here.ts'
import { Checkbox, PasswordField, TextField } from '../../../../ui/field.tsx'
import { PlantBoxes } from './plant-boxes.tsx'
import { brokersQuery } from './security-queries.ts'

const PORTS = { plain: 1883, tls: 8883 } as const

/** Where plants are published. @param broker that is changed; missing: a new one */
export function BrokerForm({ broker, onClose }: Readonly<{ broker?: Broker | undefined; onClose: () => void }>) {
  const { text } = useText()
  const client = useQueryClient()
  const [host, setHost] = useState(broker?.host ?? '')
  const [port, setPort] = useState(String(broker?.port ?? PORTS.plain))
  const [isTls, setTls] = useState(broker?.isTls ?? false)
  const [user, setUser] = useState(broker?.user ?? '')
  const [password, setPassword] = useState('')
  const [prefix, setPrefix] = useState(broker?.prefix ?? 'homeassistant')
  const [plantIds, setPlantIds] = useState<readonly number[]>(broker?.plantIds ?? [])
  const [fault, setFault] = useState<Readonly<{ host?: string; port?: string }>>({})
  const whole = /^\d{1,5}$/.test(port.trim()) ? Number(port) : 0
  const isPort = whole >= 1 && whole <= 65_535

  const chooseTls = (isOn: boolean): void => {
    setTls(isOn)
    const [usual, other] = isOn ? [PORTS.plain, PORTS.tls] : [PORTS.tls, PORTS.plain]
    if (whole === usual) setPort(String(other))
  }
  const wordsOf = (reason: NonNullable<ReturnType<typeof probeReasonOf>>): string =>
    reason === 'endpointTaken'
      ? text('security.broker.taken')
      : reason === 'closed'
        ? text('security.brokers.closed')
        : text(`targets.fault.${reason}`)

  return (
    <ProvenForm
      lead={text('security.broker.lead')}
      confirm={text('shell.action.save')}
      isReady={host.trim() !== '' && isPort && plantIds.length > 0}
      onClose={onClose}
      run={async (proof) => {
        setFault({})
        const body = {
          host: host.trim(),
          port: whole,
          isTls,
          user: user.trim(),
          prefix: prefix.trim(),
          plantIds: [...plantIds],
          proof,
          // An empty one of a broker that has one stays.
          ...(password !== '' && { password }),
        }
        try {
          if (broker === undefined) await call('POST /user-s/acc/broker', { body })
          else await call('POST /user-s/acc/broker/{id}', { params: { id: broker.id }, body })
        } catch (failure) {
          const reason = probeReasonOf(failure)
          if (reason) setFault({ [reason === 'port' ? 'port' : 'host']: wordsOf(reason) })
          throw failure
        }
        await client.invalidateQueries({ queryKey: brokersQuery.queryKey })
      }}
    >
      <TextField
        label={text('targets.host')}
        inputRef={beginHere}
        placeholder="192.168.1.20"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={253}
        value={host}
        error={fault.host}
        onChange={setHost}
      />
      <TextField
        label={text('targets.port')}
        inputMode="numeric"
        maxLength={5}
        value={port}
        error={isPort ? fault.port : text('targets.port.fault')}
        onChange={setPort}
      />
      <Checkbox label={text('targets.tls')} checked={isTls} onChange={chooseTls} />
      <TextField
        label={text('targets.user')}
        autoComplete="off"
        autoCapitalize="none"
        maxLength={200}
        value={user}
        onChange={setUser}
      />
      <PasswordField
        label={text('targets.password')}
        hint={broker?.hasPassword ? text('security.broker.password.kept') : undefined}
        autoComplete="new-password"
        maxLength={500}
        value={password}
        onChange={setPassword}
      />
      <TextField
        label={text('security.broker.prefix')}
        autoComplete="off"
        autoCapitalize="none"
        maxLength={200}
        value={prefix}
        onChange={setPrefix}
      />
      <PlantBoxes label={text('security.broker.plants')} chosen={plantIds} onChange={setPlantIds} />
    </ProvenForm>
  )
}
