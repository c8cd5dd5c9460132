/** A process that reads what people send. It has no database, no settings and no secrets: a hostile file finds nothing here. */
import { answerTasks } from './file-reader/file-reader.ts'
import { readPriceFile } from './finance/price-file.reader.ts'
import { checkImport, readImport, sketchImport } from './imports/import-file.reader.ts'
import { readLayout } from './layout-photos/layout-file.reader.ts'
import { readLabels } from './layout-photos/layout-photo.reader.ts'
import { drawForms } from './pictures/picture.reader.ts'

answerTasks({
  'sketch of an import': sketchImport,
  import: readImport,
  'mapping of an import': checkImport,
  layout: readLayout,
  labels: readLabels,
  prices: readPriceFile,
  picture: drawForms,
})
