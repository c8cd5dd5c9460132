import { type Dispatch, type KeyboardEvent, type SetStateAction, useCallback } from 'react'
import { directions } from '../pick-modules.ts'
import type { CanvasFrame } from '../use-canvas-frame.ts'
import {
  type EditorState,
  moveBy,
  pickGroup,
  pickModules,
  removeChosen,
  stepBack,
  stepForward,
  turnChosen,
  walk,
} from './editor-state.ts'

const NEARER = 0.8

/** The keys of the editor, while its canvas has the focus. */
export function useEditorKeys(
  setState: Dispatch<SetStateAction<EditorState>>,
  { zoom, fit }: Pick<CanvasFrame, 'zoom' | 'fit'>,
): (event: KeyboardEvent) => void {
  return useCallback(
    (event) => {
      const act = actionOf(event)
      if (act !== undefined) setState(act)
      else if (event.key === '+') zoom(NEARER)
      else if (event.key === '-') zoom(1 / NEARER)
      else if (event.key === '0') fit()
      else return
      event.preventDefault()
      // The page has shortcuts of its own.
      event.stopPropagation()
    },
    [setState, zoom, fit],
  )
}

function actionOf(event: KeyboardEvent): ((state: EditorState) => EditorState) | undefined {
  const { key, shiftKey } = event
  const isControl = event.ctrlKey || event.metaKey
  // Alt and an arrow key is the browser's way back.
  const direction = event.altKey ? undefined : directions[key]
  if (direction && isControl) return (state) => walk(state, direction, shiftKey)
  if (direction) return (state) => moveBy(state, direction, shiftKey)
  if (isControl) {
    if (key.toLowerCase() === 'z') return shiftKey ? stepForward : stepBack
    if (key.toLowerCase() === 'y') return stepForward
    if (key.toLowerCase() === 'a')
      return (state) =>
        pickModules(
          state,
          state.history.present.modules.map(({ id }) => id),
        )
    return undefined
  }
  if (key === 'Delete' || key === 'Backspace') return removeChosen
  if (key === 'Escape') return (state) => pickGroup(state, undefined)
  if (key.toLowerCase() === 'r') return turnChosen
  return undefined
}
