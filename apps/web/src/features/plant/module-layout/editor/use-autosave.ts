import type { ModuleLayout } from '@heliograph/domain/module-layout/layout.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { CallFailure } from '../../../../api/failure.ts'
import { type LayoutInfo, saveLayout } from '../../../../api/module-layout.ts'
import { layoutKey, layoutQuery } from '../layout-queries.ts'

export type SaveState = 'saved' | 'waiting' | 'saving' | 'failed' | 'conflict'

/** Further edits within it are saved together. */
const QUIET_MS = 900

/**
 * Saves each edit a moment after it was made, one save at a time. A layout that another person saved in between is
 * never overwritten.
 * @param version what the layout was made from @param seen the newest version that the server sent
 */
export function useAutosave(
  plantId: number,
  layout: ModuleLayout,
  version: number,
  seen: number,
): Readonly<{ state: SaveState; failure: unknown; retry: () => void }> {
  const client = useQueryClient()
  const kept = useRef({ saved: layout, latest: layout, version, isSaving: false, isStopped: false })
  const [state, setState] = useState<SaveState>('saved')
  const [failure, setFailure] = useState<unknown>()
  kept.current.latest = layout

  const save = useCallback(async (): Promise<void> => {
    const now = kept.current
    if (now.isSaving || now.isStopped || now.latest === now.saved) return
    const sent = now.latest
    now.isSaving = true
    setState('saving')
    try {
      now.version = await saveLayout(plantId, sent, now.version)
      now.saved = sent
      client.setQueryData<LayoutInfo>(layoutQuery(plantId, undefined).queryKey, (old) =>
        old ? { ...old, layout: sent, version: now.version } : old,
      )
      setFailure(undefined)
      setState(now.latest === sent ? 'saved' : 'waiting')
    } catch (fault) {
      now.isStopped = fault instanceof CallFailure && fault.code === 'LAYOUT_CHANGED'
      setFailure(fault)
      setState(now.isStopped ? 'conflict' : 'failed')
      return
    } finally {
      now.isSaving = false
    }
    if (now.latest !== sent) await save()
  }, [plantId, client])

  useEffect(() => {
    if (kept.current.isStopped) return
    if (layout === kept.current.saved) {
      // Undone to what is saved: nothing is left to do.
      if (!kept.current.isSaving) setState('saved')
      return
    }
    setState('waiting')
    const timer = setTimeout(() => void save(), QUIET_MS)
    return () => clearTimeout(timer)
  }, [layout, save])

  const isBehind = seen > kept.current.version && !kept.current.isSaving
  useEffect(() => {
    if (!isBehind) return
    kept.current.isStopped = true
    setState('conflict')
  }, [isBehind])

  // The last edit must not be lost with the page, and the view shows it.
  useEffect(
    () => () => void save().then(() => client.invalidateQueries({ queryKey: layoutKey(plantId) })),
    [save, client, plantId],
  )
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => {
      if (kept.current.latest !== kept.current.saved && !kept.current.isStopped) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [])
  return { state, failure, retry: () => void save() }
}
