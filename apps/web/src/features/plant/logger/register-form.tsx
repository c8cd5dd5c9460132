import { type FormEvent, type ReactNode, useState } from 'react'
import { type Registered, registerLoggers } from '../../../api/loggers.ts'
import { usePlantChanged } from '../../../plant/use-plant-changed.ts'
import { useFailureText } from '../../../texts/use-failure-text.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import fieldStyles from '../../../ui/field.module.css'
import { Field } from '../../../ui/field.tsx'
import loggerPageStyles from './logger-page.module.css'
import { ManySerials } from './many-serials.tsx'
import { MOST_SERIALS, readSerials } from './read-serials.ts'

export function RegisterForm({
  plantId,
  onDone,
  children,
}: Readonly<{ plantId: number; onDone: (rows: readonly Registered[]) => void; children: ReactNode }>) {
  const { text } = useText()
  const textOf = useFailureText()
  const plantChanged = usePlantChanged(plantId)
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [left, setLeft] = useState(0)
  const serials = readSerials(typed)
  const add = (more: readonly string[]): void => {
    setTyped([...new Set([...readSerials(typed), ...more])].join('\n'))
    setError(undefined)
  }

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (serials.length === 0) return setError(text('logger.serials.empty'))
    setBusy(true)
    setError(undefined)
    try {
      const rows = await registerLoggers(
        plantId,
        serials.slice(0, MOST_SERIALS).map((serial) => serial.slice(0, 20)),
      )
      onDone(rows)
      // Refused numbers stay in the field for correction, and those beyond one call for the next one.
      const refused = rows.filter((row) => row.result === 'INVALID').map((row) => row.serial)
      setTyped([...refused, ...serials.slice(MOST_SERIALS)].join('\n'))
      setLeft(Math.max(0, serials.length - MOST_SERIALS))
      // The plant counts its loggers, and its pages follow the count.
      await plantChanged()
    } catch (failure) {
      setError(textOf(failure))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className={loggerPageStyles.loggerForm} noValidate onSubmit={(event) => void submit(event)}>
      <Field label={text('logger.serials')} hint={text('logger.serials.hint')} error={error}>
        {(wires) => (
          <div className={fieldStyles.fieldBox} data-part="field-box">
            <textarea
              {...wires}
              rows={3}
              spellCheck={false}
              autoCapitalize="characters"
              placeholder="1234567890"
              maxLength={20000}
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value)
                setError(undefined)
              }}
            />
          </div>
        )}
      </Field>
      <div className={loggerPageStyles.loggerFormMore}>
        <ManySerials onFound={add} onFault={setError} />
      </div>
      <div className={loggerPageStyles.loggerFormRow}>
        <span className="muted tiny" role="status">
          {left > 0
            ? text('logger-many.left', { count: left, most: MOST_SERIALS })
            : serials.length > 1 && text('logger.serials.count', { count: serials.length })}
        </span>
        <span style={{ display: 'flex', gap: 8 }}>
          {children}
          <Button type="submit" kind="primary" icon="add" busy={busy}>
            {text('logger.register')}
          </Button>
        </span>
      </div>
    </form>
  )
}
