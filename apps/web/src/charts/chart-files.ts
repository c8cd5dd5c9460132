/** A chart as files: a picture and a table. Loaded when one of them is asked for. */
import { type PictureLegend, toPicture } from './chart-picture.ts'
import { saveBlob, saveText } from './save-file.ts'
import { type TableData, toCsv, toFileName } from './table-data.ts'
import type { ChartTheme } from './theme.ts'

type Picture = Readonly<{
  title: string
  note: string
  legend: PictureLegend
  theme: ChartTheme
  /** Parts of the file's name. */
  fileName: readonly string[]
}>

/** Whether there was something to save. */
export async function savePicture(
  drawn: HTMLCanvasElement,
  { title, note, legend, theme, fileName }: Picture,
): Promise<boolean> {
  const picture = await toPicture(drawn, title, note, legend, theme)
  if (picture) saveBlob(picture, toFileName(fileName, 'png'))
  return Boolean(picture)
}

export const saveTable = (table: TableData, fileName: readonly string[]): void =>
  saveText(toCsv(table), toFileName(fileName, 'csv'), 'text/csv;charset=utf-8')
