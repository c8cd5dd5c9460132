import type { LayoutDevice } from '../../../../api/module-layout.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { assignAndGoOn, type EditorState } from './editor-state.ts'
import { type FreeSource, listFreeSources, sourceText } from './free-sources.ts'
import styles from './layout-editor.module.css'

type Props = Readonly<{
  devices: readonly LayoutDevice[]
  state: EditorState
  onState: (next: EditorState) => void
}>

/** Data of a dragged device. */
export const DRAG_TYPE = 'text/plain'
export const toDragged = ({ serial, port }: FreeSource): string => JSON.stringify([serial, port])

/** Devices that no module has: dragged onto one, or pressed while one is chosen. */
export function DeviceList({ devices, state, onState }: Props) {
  const { text } = useText()
  const free = listFreeSources(state.history.present, devices)
  const only = state.modules.size === 1 ? [...state.modules][0] : undefined
  const hasDevices = devices.some(({ kind }) => kind === 'module')
  return (
    <section className={styles.panel} aria-label={text('module-layout.free', { count: free.length })}>
      <h3>{text('module-layout.free', { count: free.length })}</h3>
      {free.length === 0 ? (
        <p className="muted">{text(hasDevices ? 'module-layout.free.none' : 'module-layout.free.noDevices')}</p>
      ) : (
        <>
          <p className="muted">{text(only === undefined ? 'module-layout.free.hint' : 'module-layout.free.press')}</p>
          <ul className={styles.devices}>
            {free.map((source) => (
              <li key={sourceText(source)}>
                <button
                  type="button"
                  draggable
                  disabled={only === undefined}
                  title={source.name}
                  onDragStart={(event) => event.dataTransfer.setData(DRAG_TYPE, toDragged(source))}
                  onClick={() => only !== undefined && onState(assignAndGoOn(state, only, source))}
                >
                  {sourceText(source)}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
