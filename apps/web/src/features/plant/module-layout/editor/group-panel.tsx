import { orientGroup, rotateGroup } from '@heliograph/domain/module-layout/edit-layout.ts'
import type { LayoutGroup } from '@heliograph/domain/module-layout/layout.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Segmented } from '../../../../ui/segmented.tsx'
import { useGroupName } from '../use-place-name.ts'
import { change, changeChosenGroup, type EditorState, pickModules, removeChosen, turnChosen } from './editor-state.ts'
import styles from './layout-editor.module.css'
import { NumberField } from './number-field.tsx'
import { WordsField } from './words-field.tsx'

type Props = Readonly<{ group: LayoutGroup; state: EditorState; onState: (next: EditorState) => void }>

/** Everything about the chosen group. */
export function GroupPanel({ group, state, onState }: Props) {
  const { text } = useText()
  const groupName = useGroupName()
  const layout = state.history.present
  const put = (values: Partial<LayoutGroup>): void =>
    onState(changeChosenGroup(state, (item) => ({ ...item, ...values })))
  const side = { min: 0.1, max: 10, unit: 'm', step: 0.01 } as const
  return (
    <section className={styles.panel} aria-label={groupName(group)}>
      <h3>{groupName(group)}</h3>
      <WordsField label={text('module-layout.name')} value={group.name} most={60} onCommit={(name) => put({ name })} />
      <div className={styles.pair}>
        <NumberField
          label={text('module-layout.azimuth')}
          value={group.azimuthDeg}
          unit="°"
          min={0}
          max={360}
          onCommit={(azimuthDeg) => put({ azimuthDeg })}
        />
        <NumberField
          label={text('module-layout.tilt')}
          value={group.tiltDeg}
          unit="°"
          min={0}
          max={90}
          onCommit={(tiltDeg) => put({ tiltDeg })}
        />
      </div>
      <Segmented
        label={text('module-layout.orientation')}
        value={group.orientation}
        options={[
          { value: 'portrait', label: text('module-layout.portrait') },
          { value: 'landscape', label: text('module-layout.landscape') },
        ]}
        onChange={(orientation) => onState(change(state, orientGroup(layout, group.id, orientation)))}
      />
      <div className={styles.pair}>
        <NumberField
          label={text('module-layout.rotation')}
          value={group.rotationDeg}
          unit="°"
          min={0}
          max={360}
          onCommit={(deg) =>
            deg !== null && onState(change(state, rotateGroup(layout, group.id, deg - group.rotationDeg)))
          }
        />
        <NumberField
          label={text('module-layout.gap')}
          value={group.gapM}
          {...side}
          min={0}
          onCommit={(gapM) => gapM !== null && put({ gapM })}
        />
      </div>
      <div className={styles.pair}>
        <NumberField
          label={text('module-layout.long')}
          value={group.moduleLongM}
          {...side}
          onCommit={(moduleLongM) => moduleLongM !== null && put({ moduleLongM })}
        />
        <NumberField
          label={text('module-layout.short')}
          value={group.moduleShortM}
          {...side}
          onCommit={(moduleShortM) => moduleShortM !== null && put({ moduleShortM })}
        />
      </div>
      <div className={styles.row}>
        <Button size="s" onClick={() => onState(turnChosen(state))}>
          {text('module-layout.turn15')}
        </Button>
        <Button
          size="s"
          onClick={() =>
            onState(
              pickModules(
                state,
                layout.modules.filter(({ groupId }) => groupId === group.id).map(({ id }) => id),
              ),
            )
          }
        >
          {text('module-layout.pickModules')}
        </Button>
        <Button size="s" kind="danger" icon="trash" onClick={() => onState(removeChosen(state))}>
          {text('module-layout.removeGroup')}
        </Button>
      </div>
    </section>
  )
}
