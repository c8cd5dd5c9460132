import { LEAST_W } from '@heliograph/domain/power-signs.ts'
import { useQuery } from '@tanstack/react-query'
import {
  answerSigns,
  type SignedPower,
  type SignOutcome,
  type Signs,
  signsQuery,
  turnPower,
} from '../../../api/signs.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { usePlantChanged } from '../../../plant/use-plant-changed.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { RowsLoading, SettingRow } from '../../../ui/setting.tsx'
import { showToast } from '../../../ui/toast-store.ts'
import { useAction } from '../../../ui/use-action.ts'
import styles from './connect.module.css'
import { MeterRoles } from './meter-roles.tsx'
import { SignQuestion } from './sign-question.tsx'

const EVERY_MS = 15_000
const icons = { production: 'sun', grid: 'grid', battery: 'battery', load: 'home' } as const

/** Which way the powers flow, in the owner's words, and the two questions that set their signs. */
export function SignsCard({ serials }: Readonly<{ serials: readonly string[] }>) {
  const { text } = useText()
  const { plantId, can } = useCurrentPlant()
  const { data, error, refetch } = useQuery({ ...signsQuery(plantId), refetchInterval: EVERY_MS })
  if (!data)
    return (
      <Card title={text('signs.title')}>
        <RowsLoading error={error} refetch={refetch} />
      </Card>
    )
  const isOwn = ({ serial }: Readonly<{ serial: string }>): boolean => serials.includes(serial)
  // The answers are about the house: they need one of these devices to be part of its powers.
  if (!data.powers.some(isOwn) && !data.meters.some(isOwn)) return null
  return (
    <Card title={text('signs.title')} className={styles.signs}>
      <p className="muted">{text('signs.lead')}</p>
      {data.powers.length === 0 && <p className="muted">{text('signs.none')}</p>}
      <div>
        {data.powers.map((power) => (
          <PowerRow key={`${power.deviceId} ${power.power}`} power={power} mayTurn={can('editPlant')} />
        ))}
      </div>
      <Balance balance={data.balance} mayTurn={can('editPlant')} />
      {can('editPlant') && data.powers.length > 0 && <Questions />}
      {can('editPlant') && <MeterRoles meters={data.meters.filter(isOwn)} />}
    </Card>
  )
}

const directionOf = (watts: number): 'in' | 'out' | 'none' =>
  Math.abs(watts) < LEAST_W / 5 ? 'none' : watts > 0 ? 'in' : 'out'

function useSentence() {
  const { text } = useText()
  const format = useFormat()
  return ({ power, powerW }: SignedPower): string => {
    const values = { power: format.powerW(Math.abs(powerW)).text }
    if (power === 'load') return text('signs.load.in', values)
    return text(`signs.${power}.${directionOf(powerW)}`, values)
  }
}

function PowerRow({ power, mayTurn }: Readonly<{ power: SignedPower; mayTurn: boolean }>) {
  const { text } = useText()
  const { plantId } = useCurrentPlant()
  const { running, run } = useAction()
  const changed = usePlantChanged(plantId)
  const sentence = useSentence()(power)
  const { isTurned, deviceName } = power
  const kind = power.power === 'battery' ? 'battery' : 'grid'
  return (
    <SettingRow
      icon={icons[power.power]}
      title={sentence}
      hint={[deviceName, isTurned && text('signs.turned')].filter(Boolean).join(' · ')}
    >
      {isTurned !== null && mayTurn && (
        <Button
          size="s"
          icon="refresh"
          label={text('signs.turn.label', { sentence })}
          busy={running !== undefined}
          onClick={() =>
            void run(
              'turn',
              async () => {
                await turnPower(plantId, power.deviceId, kind, !isTurned)
                await changed()
              },
              text('signs.done'),
            )
          }
        >
          {text('signs.turn')}
        </Button>
      )}
    </SettingRow>
  )
}

function Balance({ balance, mayTurn }: Readonly<{ balance: Signs['balance']; mayTurn: boolean }>) {
  const { text } = useText()
  const { plantId } = useCurrentPlant()
  const { running, run } = useAction()
  const changed = usePlantChanged(plantId)
  if (balance.state === 'open') return null
  if (balance.state === 'fits') return <Notice tone="ok">{text('signs.balance.fits')}</Notice>
  const powers = balance.turned.map((power) => text(`signs.power.${power}`)).join(', ')
  const set = () =>
    run(
      'set',
      async () => {
        await answerSigns(plantId, { byBalance: true })
        await changed()
      },
      text('signs.done'),
    )
  return (
    <Notice
      tone="warn"
      isStatus
      action={
        mayTurn && (
          <Button size="s" busy={running !== undefined} onClick={() => void set()}>
            {text('signs.balance.set')}
          </Button>
        )
      }
    >
      {text('signs.balance.turned', { powers })}
    </Notice>
  )
}

function Questions() {
  const { text } = useText()
  const { plantId } = useCurrentPlant()
  const changed = usePlantChanged(plantId)
  const answer = async (which: 'sun' | 'grid', isSo: boolean): Promise<SignOutcome | null> => {
    const outcomes = await answerSigns(plantId, which === 'sun' ? { isProducing: isSo } : { takesFromGrid: isSo })
    if (outcomes.changes.length > 0) {
      showToast(text('signs.done'), 'ok')
      await changed()
    }
    return outcomes[which]
  }
  return (
    <>
      <SignQuestion question={text('signs.ask.sun')} ask={(isSo) => answer('sun', isSo)} />
      <SignQuestion question={text('signs.ask.grid')} ask={(isSo) => answer('grid', isSo)} />
    </>
  )
}
