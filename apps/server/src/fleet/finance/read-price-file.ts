import { Refusal } from '@heliograph/domain/errors.ts'
import { type FileSender, readFile } from '../../platform/file-reader/file-reader.ts'
import type { readPriceFile } from './price-file.reader.ts'

/** Reads prices in a process of its own. @throws Refusal IMPORT_UNREADABLE, PARAM_ERROR, TOO_MANY_REQUESTS, TIMED_OUT */
export const readPriceTable = (question: Parameters<typeof readPriceFile>[0], sender: FileSender) =>
  readFile<typeof readPriceFile>('prices', question, sender, {
    bytes: question.bytes.length,
    refuse: () => new Refusal('IMPORT_UNREADABLE', { reason: 'tooMuchWork' }),
  })
