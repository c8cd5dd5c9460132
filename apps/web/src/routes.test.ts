import { readFileSync } from 'node:fs'
import { isPagePath } from '@heliograph/domain/page-paths.ts'
import { expect, it } from 'vitest'
import { CANCELLED_PATH, SETTINGS_PATH } from './address/account-paths.ts'

const readSource = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8')

it('includes no route that the server answers with "not found"', () => {
  const sources = ['./routes.tsx', './signed-in-routes.tsx'].map(readSource).join('\n')
  const paths = [...sources.matchAll(/<Route path="(\/[^"]*)"/g)].map(([, path = '']) => path)
  expect(paths.length).toBeGreaterThan(10)
  expect([...paths, CANCELLED_PATH, SETTINGS_PATH].filter((path) => !isPagePath(path))).toEqual([])
})
