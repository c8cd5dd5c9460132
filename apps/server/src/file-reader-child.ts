/** A process that reads what people send. It has no database, no settings and no secrets: a hostile file finds nothing here. */

import { readPriceFile } from './fleet/finance/price-file.reader.ts'
import { readLayout } from './insight/layout-photos/layout-file.reader.ts'
import { readLabels } from './insight/layout-photos/layout-photo.reader.ts'
import { readImport, sketchImport } from './intake/imports/import-file.reader.ts'
import { answerTasks } from './platform/file-reader/file-reader.ts'
import { drawForms } from './platform/pictures/picture.reader.ts'

answerTasks({
  'sketch of an import': sketchImport,
  import: readImport,
  layout: readLayout,
  labels: readLabels,
  prices: readPriceFile,
  picture: drawForms,
})
