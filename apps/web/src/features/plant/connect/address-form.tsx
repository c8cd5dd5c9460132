import { type FormEvent, type ReactNode, useState } from 'react'
import type { Agent } from '../../../api/agents.ts'
import { type Address, type FoundDevice, probeAddress, probeReasonOf, type Targets } from '../../../api/targets.ts'
import { useFailureText } from '../../../texts/use-failure-text.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox, PasswordField, SelectField, TextField } from '../../../ui/field.tsx'
import styles from './connect.module.css'
import { ReaderField, readersOf, SERVER } from './reader-field.tsx'

/** Whole numbers of a field; undefined for anything else. */
const readWhole = (typed: string, least: number, most: number): number | undefined => {
  const value = /^\d{1,5}$/.test(typed.trim()) ? Number(typed) : Number.NaN
  return value >= least && value <= most ? value : undefined
}
/** The number of a logger stick; undefined for anything else. */
const readStick = (typed: string): number | undefined => {
  const value = /^\d{1,10}$/.test(typed.trim()) ? Number(typed) : 0
  return value > 0 && value <= 0xffff_ffff ? value : undefined
}

type Props = Readonly<{
  plantId: number
  /** Whether the server itself may read devices. */
  isOpen: boolean
  agents: readonly Agent[]
  way: Targets['ways'][number]
  onFound: (found: readonly FoundDevice[] | undefined) => void
  children: ReactNode
}>

/** Texts that a way asks for beside the address; secrets are typed unseen. */
const textsOf: Readonly<Record<string, readonly WayText[]>> = {
  'home-assistant': ['token'],
  mqtt: ['user', 'password', 'topics', 'victron'],
  'http-json': ['user', 'password', 'token'],
}
type WayText = 'user' | 'password' | 'token' | 'topics' | 'victron'
const isSecret = (name: WayText): boolean => name === 'password' || name === 'token'
const placeholders: Readonly<Partial<Record<WayText, string>>> = {
  topics: 'house/#, garage/#',
  victron: 'c0619ab12345',
}

/** The address of a device, and the look for it. */
export function AddressForm({ plantId, isOpen, agents, way, onFound, children }: Props) {
  const { text, gap } = useText()
  const textOf = useFailureText()
  const readers = readersOf(isOpen, agents)
  const [reader, setReader] = useState(readers[0] ?? SERVER)
  const [host, setHost] = useState('')
  const [port, setPort] = useState(String(way.ports[0] ?? ''))
  const [unit, setUnit] = useState('')
  const [framing, setFraming] = useState<'tcp' | 'rtu'>('tcp')
  const [stick, setStick] = useState('')
  const [faults, setFaults] = useState<Readonly<{ host?: string; port?: string; unit?: string; stick?: string }>>({})
  const [busy, setBusy] = useState(false)
  const [typed, setTyped] = useState<Readonly<Partial<Record<WayText, string>>>>({})
  const [isTls, setTls] = useState(false)
  const isModbus = way.id === 'modbus-tcp'
  const isStick = way.id === 'solarman-local'
  const texts = textsOf[way.id] ?? []

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const [readPort, readUnit, serial] = [readWhole(port, 1, 65_535), readWhole(unit, 0, 255), readStick(stick)]
    const isUnitFit = unit.trim() === '' || readUnit !== undefined
    const wrong = {
      ...(host.trim() === '' && { host: text('targets.host.empty') }),
      ...(readPort === undefined && { port: text('targets.port.fault') }),
      ...(!isUnitFit && { unit: text('targets.unit.fault') }),
      ...(stick.trim() !== '' && serial === undefined && { stick: text('targets.stick.fault') }),
    }
    setFaults(wrong)
    if (readPort === undefined || Object.keys(wrong).length > 0) return
    const entered = texts.flatMap((name) => (typed[name]?.trim() ? [[name, typed[name].trim()] as const] : []))
    const settings: Address['settings'] = {
      ...Object.fromEntries(entered),
      ...(isModbus && { framing }),
      ...(readUnit !== undefined && { unit: readUnit }),
      ...(serial !== undefined && { serial }),
      ...(isTls && { isTls }),
    }
    setBusy(true)
    onFound(undefined)
    try {
      onFound(
        await await probeAddress(plantId, {
          way: way.id,
          host: host.trim(),
          port: readPort,
          settings,
          ...(reader !== SERVER && { agentId: Number(reader) }),
        }),
      )
    } catch (failure) {
      const reason = probeReasonOf(failure)
      const fault = reason ? text(`targets.fault.${reason}`) : textOf(failure)
      const sentence = reason === 'noAnswer' ? `${fault}${gap}${text('targets.sleeps')}` : fault
      setFaults(reason === 'port' ? { port: sentence } : { host: sentence })
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className={styles.addressForm} noValidate onSubmit={(event) => void submit(event)}>
      {agents.length > 0 && <ReaderField isOpen={isOpen} agents={agents} value={reader} onChange={setReader} />}
      <TextField
        label={text('targets.host')}
        hint={text('targets.host.hint')}
        value={host}
        error={faults.host}
        maxLength={253}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="192.168.1.20"
        onChange={setHost}
      />
      <div className={styles.addressMore}>
        <TextField
          label={text('targets.port')}
          hint={text('targets.port.hint', { ports: way.ports.join(', ') })}
          value={port}
          error={faults.port}
          inputMode="numeric"
          maxLength={5}
          onChange={setPort}
        />
        {isStick && (
          <TextField
            label={text('targets.stick')}
            hint={text('targets.stick.hint')}
            value={stick}
            error={faults.stick}
            inputMode="numeric"
            maxLength={10}
            optional
            onChange={setStick}
          />
        )}
        {isModbus && (
          <>
            <TextField
              label={text('targets.unit')}
              hint={text('targets.unit.hint')}
              value={unit}
              error={faults.unit}
              inputMode="numeric"
              maxLength={3}
              optional
              onChange={setUnit}
            />
            <SelectField
              label={text('targets.framing')}
              value={framing}
              onChange={setFraming}
              options={[
                { value: 'tcp', label: text('targets.framing.tcp') },
                { value: 'rtu', label: text('targets.framing.rtu') },
              ]}
            />
          </>
        )}
      </div>
      {texts.map((name) => {
        const field = {
          label: text(`targets.${name}`),
          value: typed[name] ?? '',
          maxLength: 4_000,
          autoComplete: 'off',
          optional: way.id !== 'home-assistant',
          onChange: (value: string) => setTyped({ ...typed, [name]: value }),
        }
        return isSecret(name) ? (
          <PasswordField key={name} {...field} />
        ) : (
          <TextField key={name} {...field} spellCheck={false} placeholder={placeholders[name]} />
        )
      })}
      {texts.length > 0 && <Checkbox label={text('targets.tls')} checked={isTls} onChange={setTls} />}
      <div className={styles.addressEnd}>
        <span className="muted tiny" role="status">
          {busy && text('targets.probing')}
        </span>
        {children}
        <Button type="submit" kind="primary" icon="search" busy={busy}>
          {text('targets.probe')}
        </Button>
      </div>
    </form>
  )
}
