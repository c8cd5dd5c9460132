import { moveGroups, moveModules } from '@heliograph/domain/module-layout/edit-layout.ts'
import { boxOfLayout } from '@heliograph/domain/module-layout/geometry.ts'
import { findGroup } from '@heliograph/domain/module-layout/layout.ts'
import { type DragEvent, useCallback, useMemo, useState } from 'react'
import type { LayoutInfo } from '../../../../api/module-layout.ts'
import { useCurrentPlant } from '../../../../plant/current-plant.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { Button } from '../../../../ui/button.tsx'
import { ByPointer } from '../../../../ui/by-pointer.tsx'
import { GridTools } from '../grids/grid-tools.tsx'
import { LayoutCanvas } from '../layout-canvas.tsx'
import pageStyles from '../layout-page.module.css'
import type { ModuleLook } from '../module-look.ts'
import { modulesWithin } from '../pick-modules.ts'
import { useCanvasFrame } from '../use-canvas-frame.ts'
import { useLayoutPhoto } from '../use-layout-photo.ts'
import { useGroupName } from '../use-place-name.ts'
import { ZoomButtons } from '../zoom-buttons.tsx'
import { AddGroupPanel } from './add-group-panel.tsx'
import { DeviceList, DRAG_TYPE } from './device-list.tsx'
import {
  assignAndGoOn,
  change,
  type EditorState,
  pickGroup,
  pickModules,
  startEditor,
  stepBack,
  stepForward,
  toggleModule,
} from './editor-state.ts'
import { GroupPanel } from './group-panel.tsx'
import styles from './layout-editor.module.css'
import { ModulesPanel } from './modules-panel.tsx'
import { PhotoPanel } from './photo-panel.tsx'
import { SaveFault } from './save-line.tsx'
import { useAutosave } from './use-autosave.ts'
import { useCanvasDrag } from './use-canvas-drag.ts'
import { useEditorKeys } from './use-editor-keys.ts'

const GROUP_SNAP_M = 0.1

/** Draws the layout of a plant; each edit is saved by itself. @param onReload loads another person's edits */
export function LayoutEditor({ info, onReload }: Readonly<{ info: LayoutInfo; onReload: () => void }>) {
  const { text } = useText()
  const groupName = useGroupName()
  const [state, setState] = useState<EditorState>(() => startEditor(info.layout))
  const layout = state.history.present
  const { plantId } = useCurrentPlant()
  const [start] = useState(info)
  const saving = useAutosave(plantId, layout, start.version, info.version)
  const box = useMemo(() => boxOfLayout(layout), [layout])
  // The canvas stays while something is dragged on it; it fits anew when groups come or go.
  const fitted = useMemo(() => box, [box])
  const frame = useCanvasFrame(fitted)
  const photo = useLayoutPhoto(layout.photo)
  const looks = useMemo(
    () =>
      new Map(
        layout.modules.map(({ id, serial, port, string }): [number, ModuleLook] => [
          id,
          {
            kind: serial === null && string === null ? 'plain' : 'placed',
            label: serial === null ? '' : `${serial.slice(-5)}${port === null ? '' : `·${port}`}`,
          },
        ]),
      ),
    [layout.modules],
  )
  const drag = useCanvasDrag(frame, {
    selected: state.modules,
    pickModules: (ids) => setState((now) => pickModules(now, ids)),
    toggleModule: (id) => setState((now) => toggleModule(now, id)),
    pickGroup: (id) => setState((now) => pickGroup(now, id)),
    moveModules: (ids, way, isFree) =>
      setState((now) => change(now, moveModules(now.history.present, ids, way, !isFree))),
    moveGroup: (id, way) =>
      setState((now) => change(now, moveGroups(now.history.present, new Set([id]), way, GROUP_SNAP_M))),
    pickWithin: (within, adds) =>
      setState((now) =>
        pickModules(now, [...(adds ? now.modules : []), ...modulesWithin(now.history.present, within)]),
      ),
  })
  const onKeyDown = useEditorKeys(setState, frame)
  const onDrop = useCallback((event: DragEvent): void => {
    const id = (event.target as Element).closest('[data-module]')?.getAttribute('data-module')
    const [serial, port] = readDragged(event.dataTransfer.getData(DRAG_TYPE))
    if (!id || typeof serial !== 'string') return
    event.preventDefault()
    setState((now) => assignAndGoOn(now, Number(id), { serial, port: typeof port === 'number' ? port : null }))
  }, [])
  const chosen = layout.modules.filter(({ id }) => state.modules.has(id))
  const group = state.group === undefined ? undefined : findGroup(layout, state.group)
  return (
    <>
      <SaveFault {...saving} onRetry={saving.retry} onReload={onReload} />
      <div className={pageStyles.tools}>
        <Button size="s" disabled={state.history.past.length === 0} onClick={() => setState(stepBack)}>
          {text('module-layout.undo')}
        </Button>
        <Button size="s" disabled={state.history.future.length === 0} onClick={() => setState(stepForward)}>
          {text('module-layout.redo')}
        </Button>
        <GridTools
          layout={layout}
          chosen={state.group}
          devices={info.devices}
          nameOf={groupName}
          onLayout={(next, id) => setState((now) => pickGroup(change(now, next), id))}
        />
        <span className="muted" role="status">
          {saving.state === 'conflict' || saving.state === 'failed' ? '' : text(`module-layout.save.${saving.state}`)}
        </span>
        {state.isRefused && <span role="alert">{text('module-layout.taken')}</span>}
      </div>
      <div className={pageStyles.stage}>
        <div className={pageStyles.picture}>
          <LayoutCanvas
            layout={layout}
            frame={frame}
            looks={looks}
            photo={photo}
            selected={state.modules}
            selectedGroup={state.group}
            withLabels
            className={styles.edited}
            nameOf={groupName}
            label={text('module-layout.canvas', { count: layout.modules.length })}
            aria-describedby="layout-keys"
            onPointerDown={drag.onPointerDown}
            onKeyDown={onKeyDown}
            onDragOver={(event) => event.preventDefault()}
            onDrop={onDrop}
            overlay={
              <svg ref={drag.ghost} viewBox={frame.viewBox} className={styles.overlay} aria-hidden="true">
                <g className={styles.ghost} data-ghost="" />
                <rect className={styles.band} data-band="" width={0} height={0} />
              </svg>
            }
          />
          <ZoomButtons frame={frame} />
          <p className={styles.keys} id="layout-keys">
            <ByPointer mouse={text('module-layout.keys')} touch={text('module-layout.keys.touch')} />
          </p>
        </div>
        <div className={styles.side}>
          {group && <GroupPanel key={group.id} group={group} state={state} onState={setState} />}
          {chosen.length > 0 && (
            <ModulesPanel modules={chosen} devices={info.devices} state={state} onState={setState} />
          )}
          {!group && chosen.length === 0 && (
            <AddGroupPanel
              layout={layout}
              onAdd={(placed) => setState((now) => pickGroup(change(now, placed.layout), placed.groupId))}
            />
          )}
          {layout.modules.length > 0 && <DeviceList devices={info.devices} state={state} onState={setState} />}
          {!group && chosen.length === 0 && (
            <PhotoPanel
              layout={layout}
              onBackground={(next) => setState((now) => change(now, { ...layout, ...next }))}
            />
          )}
        </div>
      </div>
    </>
  )
}

function readDragged(text: string): readonly unknown[] {
  try {
    const read: unknown = JSON.parse(text)
    return Array.isArray(read) ? read : []
  } catch {
    return []
  }
}
