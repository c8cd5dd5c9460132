import { assignSource, changeModules, fillModules } from '@heliograph/domain/module-layout/edit-layout.ts'
import { findGroup, type LayoutModule, MOST_PORTS } from '@heliograph/domain/module-layout/layout.ts'
import { stringKey } from '@heliograph/domain/module-layout/module-values.ts'
import type { LayoutDevice } from '../../../../api/module-layout.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { Button } from '../../../../ui/button.tsx'
import { SelectField } from '../../../../ui/field.tsx'
import { usePlaceName } from '../use-place-name.ts'
import { change, type EditorState, removeChosen, turnChosen } from './editor-state.ts'
import { listFreeSources, listStrings } from './free-sources.ts'
import styles from './layout-editor.module.css'
import { NumberField } from './number-field.tsx'
import { WordsField } from './words-field.tsx'

type Props = Readonly<{
  modules: readonly LayoutModule[]
  devices: readonly LayoutDevice[]
  state: EditorState
  onState: (next: EditorState) => void
}>

/** The value that all have, or undefined. */
function common<T>(modules: readonly LayoutModule[], read: (module: LayoutModule) => T): T | undefined {
  const [first, ...rest] = modules.map(read)
  return rest.every((value) => value === first) ? first : undefined
}
const NONE = '-'

/** Everything about the chosen modules; of one also its device. */
export function ModulesPanel({ modules, devices, state, onState }: Props) {
  const { text } = useText()
  const placeName = usePlaceName()
  const layout = state.history.present
  const ids = state.modules
  const only = modules.length === 1 ? modules[0] : undefined
  const edit = (values: Partial<LayoutModule>): void =>
    onState(
      change(
        state,
        changeModules(layout, ids, (module) => ({ ...module, ...values })),
      ),
    )
  const strings = listStrings(devices)
  const string = common(modules, (module) => (module.string === null ? NONE : stringKey(module.string)))
  const free = listFreeSources(layout, devices)
  const isUnseen = only?.serial != null && !devices.some(({ serial }) => serial === only.serial)
  return (
    <section className={styles.panel} aria-label={text('module-layout.chosen', { count: modules.length })}>
      <h3>
        {only
          ? placeName(only, findGroup(layout, only.groupId))
          : text('module-layout.chosen', { count: modules.length })}
      </h3>
      {only && (
        <div className={styles.pair}>
          <WordsField
            key={`serial-${only.id}`}
            label={text('module-layout.serial')}
            value={only.serial ?? ''}
            most={64}
            {...(isUnseen ? { hint: text('module-layout.unseen') } : {})}
            onCommit={(serial) =>
              onState(change(state, assignSource(layout, only.id, serial === '' ? null : { serial, port: only.port })))
            }
          />
          <NumberField
            key={`port-${only.id}`}
            label={text('module-layout.port')}
            value={only.port}
            min={1}
            max={MOST_PORTS}
            step={1}
            onCommit={(port) =>
              only.serial !== null &&
              onState(change(state, assignSource(layout, only.id, { serial: only.serial, port })))
            }
          />
        </div>
      )}
      {strings.length > 0 && (
        <SelectField
          label={text('module-layout.string')}
          value={string ?? ''}
          placeholder={text('module-layout.various')}
          options={[
            { value: NONE, label: text('module-layout.noString') },
            ...strings.map(({ serial, input, name }) => ({
              value: stringKey({ serial, input }),
              label: `${name} · ${input}`,
            })),
          ]}
          onChange={(key) => {
            const chosen = strings.find((item) => stringKey(item) === key)
            edit({ string: chosen ? { serial: chosen.serial, input: chosen.input } : null })
          }}
        />
      )}
      <div className={styles.pair}>
        <WordsField
          label={text('module-layout.model')}
          value={common(modules, ({ model }) => model) ?? ''}
          most={80}
          onCommit={(model) => edit({ model })}
        />
        <NumberField
          label={text('module-layout.rating')}
          value={common(modules, ({ ratedWp }) => ratedWp) ?? null}
          unit="Wp"
          min={1}
          max={10_000}
          onCommit={(ratedWp) => edit({ ratedWp })}
        />
      </div>
      <div className={styles.row}>
        {modules.length > 1 && free.length > 0 && (
          <Button size="s" onClick={() => onState(change(state, fillModules(layout, ids, free).layout))}>
            {text('module-layout.fill')}
          </Button>
        )}
        <Button size="s" onClick={() => onState(turnChosen(state))}>
          {text('module-layout.turn90')}
        </Button>
        <Button size="s" kind="danger" icon="trash" onClick={() => onState(removeChosen(state))}>
          {text('module-layout.remove', { count: modules.length })}
        </Button>
      </div>
    </section>
  )
}
