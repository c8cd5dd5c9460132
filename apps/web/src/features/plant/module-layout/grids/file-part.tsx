import type { FileGrid } from '@heliograph/domain/layout-file/file-grid.ts'
import { joinSentences } from '@heliograph/i18n/sentence-gap.ts'
import { useState } from 'react'
import { CallFailure } from '../../../../api/failure.ts'
import { readLayoutFile } from '../../../../api/layout-photos.ts'
import { useCurrentPlant } from '../../../../plant/current-plant.ts'
import { useFailureText } from '../../../../texts/use-failure-text.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { Button } from '../../../../ui/button.tsx'
import { FileButton } from '../../../../ui/file-button.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { toBase64 } from '../../../../ui/to-base64.ts'
import { FileTable } from './file-table.tsx'
import styles from './grids.module.css'
import { type GridPartProps, usualTarget } from './taken-grid.ts'
import { type Target, TargetField } from './target-field.tsx'

const MOST_BYTES = 10_000_000
const reasons = ['tooLarge', 'noLayout', 'noPlaces', 'noWorkbook'] as const
/** Beyond it the list of serial numbers ends in dots. */
const MOST_NAMED = 12

/** A file, the groups that it describes, and where they go. */
export function FilePart({ groups, chosen, known, onTake }: GridPartProps) {
  const { text } = useText()
  const textOf = useFailureText()
  const { plantId } = useCurrentPlant()
  const [isReading, setReading] = useState(false)
  const [fault, setFault] = useState<string>()
  const [grids, setGrids] = useState<readonly FileGrid[]>()
  const [wanted, setWanted] = useState<Target>()
  const refuse = (failure: unknown): string => {
    const reason = failure instanceof CallFailure ? failure.verdict.text.values?.reason : undefined
    const known = reasons.find((item) => item === reason)
    return known ? text(`layout-photo.file.${known}`) : textOf(failure)
  }
  const read = async (file: File): Promise<void> => {
    setFault(undefined)
    if (file.size > MOST_BYTES) return setFault(text('layout-photo.file.tooLarge'))
    setReading(true)
    try {
      setGrids(await readLayoutFile(plantId, await toBase64(file)))
    } catch (failure) {
      setFault(refuse(failure))
    }
    setReading(false)
  }
  const [first] = grids ?? []
  const isOne = grids?.length === 1
  const target = wanted ?? usualTarget(groups, chosen, first)
  const beside = grids?.flatMap((grid) => grid.beside) ?? []
  const serials = [...beside.slice(0, MOST_NAMED), ...(beside.length > MOST_NAMED ? ['…'] : [])].join(', ')
  const modules = grids?.reduce((sum, { cells }) => sum + cells.length, 0) ?? 0
  const take = (): void => {
    const place = isOne ? target : 'new'
    onTake((grids ?? []).map((grid) => ({ grid, target: place, shape: { name: grid.name } })))
  }
  return (
    <div className={styles.part}>
      <p className="muted">{text('layout-photo.file.lead')}</p>
      <div className={styles.buttons}>
        <FileButton accept=".csv,.txt,.tsv,.xlsx" icon="table" primary={!grids} disabled={isReading} onFile={read}>
          {text(isReading ? 'layout-photo.reading' : 'layout-photo.file.choose')}
        </FileButton>
      </div>
      <div role="alert">{fault && <Notice tone="fault">{fault}</Notice>}</div>
      {grids && first && (
        <>
          <Notice tone={beside.length > 0 ? 'warn' : 'ok'} isStatus>
            {joinSentences([
              text('layout-photo.file.answer', { groups: grids.length, modules }),
              beside.length > 0 && text('layout-photo.answer.beside', { count: beside.length, serials }),
            ])}
          </Notice>
          {grids.map((grid, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the groups of a file do not move
            <FileTable key={index} grid={grid} number={index + 1} known={known} />
          ))}
          <div className={styles.end}>
            {isOne && <TargetField groups={groups} target={target} onTarget={setWanted} size={first} />}
            <Button kind="primary" icon="check" onClick={take}>
              {text('layout-photo.take', { count: modules })}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}
