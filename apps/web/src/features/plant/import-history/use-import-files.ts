import { useRef, useState } from 'react'
import { CallFailure } from '../../../api/failure.ts'
import { type ImportMapping, type UploadedFile, uploadHistory } from '../../../api/imports.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useFailureText } from '../../../texts/use-failure-text.ts'
import { useText } from '../../../texts/use-text.tsx'
import { toBase64 } from '../../../ui/to-base64.ts'

const MOST_BYTES = 10_000_000
/** As many as the server keeps. */
export const MOST_FILES = 24

type Named = Readonly<{ key: number; name: string }>
/** A file that a person chose: it is read, refused with a reason, or known with how it is read. */
export type ImportFile = Named &
  (
    | Readonly<{ state: 'reading' }>
    | Readonly<{ state: 'refused'; reason: string }>
    | Readonly<{ state: 'read'; file: UploadedFile; mapping: ImportMapping }>
  )
export type ReadFile = Extract<ImportFile, { state: 'read' }>

/** The files that a person is about to import, each recognized by itself. */
export function useImportFiles() {
  const { text } = useText()
  const textOf = useFailureText()
  const { plantId } = useCurrentPlant()
  const [files, setFiles] = useState<readonly ImportFile[]>([])
  const nextKey = useRef(0)
  const put = (next: ImportFile): void =>
    setFiles((before) => before.map((item) => (item.key === next.key ? next : item)))
  const read = async (named: Named, file: File): Promise<void> => {
    if (file.size > MOST_BYTES)
      return put({ ...named, state: 'refused', reason: text('error.IMPORT_UNREADABLE', { reason: 'tooLarge' }) })
    try {
      const content = toBase64(new Uint8Array(await file.arrayBuffer()))
      const found = await uploadHistory(plantId, file.name, content)
      put({ ...named, state: 'read', file: found, mapping: found.mapping })
    } catch (failure) {
      const reason = failure instanceof CallFailure ? textOf(failure) : text('imports.unreadable')
      put({ ...named, state: 'refused', reason })
    }
  }
  return {
    files,
    add: async (chosen: readonly File[]): Promise<void> => {
      const taken = chosen.slice(0, MOST_FILES - files.length)
      const named = taken.map((file) => ({ file, named: { key: nextKey.current++, name: file.name } }))
      setFiles((before) => [...before, ...named.map((item): ImportFile => ({ ...item.named, state: 'reading' }))])
      // One after the other: the server reads a few files at a time for each person.
      for (const item of named) await read(item.named, item.file)
    },
    put,
    remove: (key: number): void => setFiles((before) => before.filter((item) => item.key !== key)),
    clear: (): void => setFiles([]),
  }
}
