import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { features, type TextKey } from './keys.ts'
import { createTranslate, hasText, type LoadTexts, loadMessages } from './translate.ts'

const fromDisk: LoadTexts = async (language, feature) => {
  const source = await readFile(new URL(`locales/${language}/${feature}.json`, import.meta.url), 'utf8').catch(
    () => undefined,
  )
  return source === undefined ? undefined : JSON.parse(source)
}

describe('loadMessages', () => {
  it('loads all features of a complete language and nothing else', async () => {
    const asked: string[] = []
    const messages = await loadMessages('de', (language, feature) => {
      asked.push(`${language}/${feature}`)
      return fromDisk(language, feature)
    })
    expect(asked.sort()).toEqual(features.map((feature) => `de/${feature}`).sort())
    expect(messages['shell.menu.logOut']).toBe('Abmelden')
    expect(messages['error.3']).toBe('Benutzername oder Passwort ist falsch.')
  })

  it('loads selected features', async () => {
    const messages = await loadMessages('zh', fromDisk, ['shell'])
    expect(messages['shell.empty']).toBe('暂无数据')
    expect(hasText(messages, 'error.3')).toBe(false)
  })

  it('does not hide a missing file', async () => {
    await expect(loadMessages('de', async () => undefined, ['shell'])).rejects.toThrow('No texts for de/shell')
  })
})

describe('createTranslate', () => {
  it('formats numbers and plurals in the language', async () => {
    const english = createTranslate('en', await loadMessages('en', fromDisk))
    const german = createTranslate('de', await loadMessages('de', fromDisk))
    const chinese = createTranslate('zh', await loadMessages('zh', fromDisk))
    expect(english('shell.total', { total: 1 })).toBe('1 record in total')
    expect(english('shell.total', { total: 1234 })).toBe('1,234 records in total')
    expect(german('shell.total', { total: 1234 })).toBe('Insgesamt 1.234 Einträge')
    expect(chinese('shell.total', { total: 3 })).toBe('共 3 条记录')
    expect(english('field.required', { field: 'Email' })).toBe('Please enter Email')
    expect(english('shell.menu.myPlant')).toBe('My plants')
  })

  it('reports errors and still returns a text', () => {
    const faults: string[] = []
    const messages = { 'shell.total': 'Total {total}', 'shell.empty': 'broken {' }
    const translate = createTranslate('en', messages, { onFault: (key) => faults.push(key) })
    expect(translate('shell.total')).toBe('Total {total}')
    expect(translate('shell.empty')).toBe('broken {')
    expect(translate('shell.loading')).toBe('shell.loading')
    // From a server's reply: a property of every object is not a key.
    expect(translate('toString' as TextKey)).toBe('toString')
    expect(faults).toEqual(['shell.total', 'shell.empty', 'shell.loading', 'toString'])
  })

  it('ends a sentence once after a value with a period of its own', () => {
    const translate = createTranslate('de', { 'shell.total': 'Seit {total}. Wirklich ... seit {total}' })
    expect(translate('shell.total', { total: '20. Nov.' })).toBe('Seit 20. Nov. Wirklich ... seit 20. Nov.')
  })

  it('checks its keys at compile time', () => {
    const translate = createTranslate('en', {})
    // @ts-expect-error no such key
    expect(translate('shell.nothing')).toBe('shell.nothing')
  })
})
