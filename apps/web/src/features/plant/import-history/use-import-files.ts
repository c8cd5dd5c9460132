import { importBounds } from '@heliograph/domain/import-bounds.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { CallFailure, retryAfterMs } from '../../../api/failure.ts'
import { type UploadedFile, uploadHistory } from '../../../api/imports.ts'
import { useUser } from '../../../auth/session.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useFailureText } from '../../../texts/use-failure-text.ts'
import { useText } from '../../../texts/use-text.tsx'
import { toBase64 } from '../../../ui/to-base64.ts'
import { showToast } from '../../../ui/toast-store.ts'
import type { ImportFile, NamedFile } from './import-file.ts'
import { keepFiles, keptFiles } from './kept-files.ts'

/** The files that a person is about to import, each recognized by itself. They are there again after a reload. */
export function useImportFiles() {
  const { text } = useText()
  const textOf = useFailureText()
  const { plantId } = useCurrentPlant()
  const { id: userId } = useUser()
  const [files, setFiles] = useState<readonly ImportFile[]>(() => keptFiles(userId, plantId, Date.now()))
  const nextKey = useRef(files.length)
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  useEffect(() => keepFiles(userId, plantId, files), [userId, plantId, files])
  const clear = useCallback((): void => setFiles([]), [])
  const put = (next: ImportFile): void =>
    setFiles((before) => before.map((item) => (item.key === next.key ? next : item)))
  const read = async (named: NamedFile, file: File): Promise<void> => {
    if (file.size > importBounds.fileBytes)
      return put({ ...named, state: 'refused', reason: text('error.IMPORT_UNREADABLE', { reason: 'tooLarge' }) })
    try {
      const content = await toBase64(file)
      const found = await uploadWhenAllowed(() => uploadHistory(plantId, file.name, content))
      put({ ...named, state: 'read', uploadedAtMs: Date.now(), file: found, mapping: found.mapping })
    } catch (failure) {
      const reason = failure instanceof CallFailure ? textOf(failure) : text('imports.unreadable')
      put({ ...named, state: 'refused', reason })
    }
  }
  return {
    files,
    add: async (chosen: readonly File[]): Promise<void> => {
      const taken = takeFiles(files, chosen)
      if (taken.length < chosen.length) showToast(text('imports.tooMany', { most: taken.length }), 'warn')
      const named = taken.map((file) => ({
        file,
        named: { key: nextKey.current++, name: file.name, bytes: file.size },
      }))
      setFiles((before) => [...before, ...named.map((item): ImportFile => ({ ...item.named, state: 'reading' }))])
      // One after the other: the server reads a few files at a time for each person.
      for (const item of named) if (isOpen.current) await read(item.named, item.file)
    },
    put,
    remove: (key: number): void => setFiles((before) => before.filter((item) => item.key !== key)),
    clear,
  }
}

/** As many of the chosen files as go together with those that are there; a file that is too large is refused by itself. */
function takeFiles(files: readonly ImportFile[], chosen: readonly File[]): readonly File[] {
  let bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  const taken: File[] = []
  for (const file of chosen) {
    if (files.length + taken.length >= importBounds.files) break
    if (file.size <= importBounds.fileBytes) bytes += file.size
    if (bytes > importBounds.bytes) break
    taken.push(file)
  }
  return taken
}

const MOST_TRIES = 20

/** Many files are more than a person may send in a minute: each waits until the server takes it. */
async function uploadWhenAllowed(upload: () => Promise<UploadedFile>): Promise<UploadedFile> {
  for (let left = MOST_TRIES; ; left -= 1)
    try {
      return await upload()
    } catch (failure) {
      const waitMs = retryAfterMs(failure)
      if (waitMs === undefined || left === 0) throw failure
      await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
}
