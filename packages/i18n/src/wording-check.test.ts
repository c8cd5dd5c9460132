import { describe, expect, it } from 'vitest'
import { readAllTexts, readJson, readLocales } from './read-locales.ts'
import { checkQuotedNames, checkWording, type WordingExceptions } from './wording-check.ts'

describe('the texts', () => {
  it('are set, addressed and named as their language does', () => {
    expect(checkWording(readAllTexts(), readJson('wording-exceptions.json') as WordingExceptions)).toEqual([])
  }, 20_000)

  it('call pages, rules and buttons by the names these bear', () => {
    expect(checkQuotedNames(readLocales())).toEqual([])
  }, 20_000)
})

it('checkQuotedNames finds a name that nothing bears', () => {
  const shell = { hint: 'Turns off “Export above the limit”.', rule: 'Export above the limit' }
  const named = (hint: string): readonly string[] =>
    checkQuotedNames({ en: { shell }, uk: { shell: { hint, rule: 'Віддача понад обмеження' } } })
  expect(named('Вимикає «Віддача понад ліміт».')).toEqual(['uk: hint quotes another name than it bears'])
  expect(named('Вимикає «Віддача понад обмеження».')).toEqual([])
  expect(named('Вимикає правило.')).toEqual([])
})

describe('checkWording finds', () => {
  const long = 'Your account moved to this data center. Browsers that got messages must be added to it again by you.'
  const english: Readonly<Record<string, string>> = { a: 'Check the logger.', b: 'Check', c: long }
  const check = (language: string, key: string, text: string, exceptions: WordingExceptions = {}): readonly string[] =>
    checkWording({ en: { shell: english }, [language]: { shell: { [key]: text } } }, exceptions)

  it.each<[string, string, string, string]>([
    ['a typewriter apostrophe', 'fr', "Vérifiez l'appareil.", 'has a typewriter apostrophe'],
    ['a figure that may lose its unit', 'es', 'Hasta 10 MB.', 'may part a figure from its unit'],
    ['an argument that may lose its unit', 'ja', '{hours} h', 'may part a figure from its unit'],
    ['English quotes in German', 'de', 'Prüfen Sie “A”.', 'has quotes of another language'],
    ['German quotes in Dutch', 'nl', 'Controleer „A”.', 'has quotes of another language'],
    ['a familiar imperative in German', 'de', 'Kein Gerät. Wähle eines.', 'addresses with du'],
    ['a familiar pronoun in German', 'de', 'Das ist dein Gerät.', 'addresses with du'],
    ['a colon on the next line in French', 'fr', 'Vérifiez : le câble.', 'may part a sign from its word'],
    ['a question mark without its blank', 'fr', 'Est-ce vous?', 'lacks the blank of a sign'],
    ['an infinitive that asks in Italian', 'it', 'Guasto. Controllare il cavo.', 'asks in the infinitive'],
    ['a polite imperative in Spanish', 'es', '{n, plural, other {Revise el cable.}}', 'addresses with usted'],
    ['a plural imperative in Catalan', 'ca', 'Comproveu el cable.', 'addresses with vós'],
    ['a familiar pronoun in Dutch', 'nl', 'Controleer je kabel.', 'addresses with je'],
    ['a word of Portugal', 'pt', 'Escolha o ficheiro.', 'is European Portuguese'],
    ['a cedilla in Romanian', 'ro', 'Verificaţi cablul.', 'has a cedilla for a comma'],
    ['a second word for the logger', 'es', 'Comprueba el registrador.', 'says registrador for datalogger'],
    ['Pan in Polish', 'pl', 'Czy sprawdził pan falownik?', 'addresses with Pan'],
    ['a second word for the inverter', 'pl', 'Sprawdź inwerter.', 'says inwerter for falownik'],
    ['a familiar imperative in Czech', 'cs', 'Zkontroluj datalogger.', 'addresses with ty'],
    ['German quotes at the wrong end', 'cs', 'Zkontrolujte ”A”.', 'has quotes of another language'],
    ['Czech quotes in Slovenian', 'sl', 'Preverite „A“.', 'has quotes of another language'],
    ['a familiar pronoun in Ukrainian', 'uk', 'Перевірте твій логер.', 'addresses with ти'],
    ['power per hour for energy', 'uk', 'До 5 кВт/год.', 'has power per hour for energy'],
    ['a familiar pronoun in Turkish', 'tr', 'Senin veri kaydedicin.', 'addresses with sen'],
    ['a percent sign behind its figure', 'tr', 'En az 42%.', 'has the percent sign behind its figure'],
    ['a stiff request in Korean', 'ko', '로거를 확인하십시오.', 'asks with 하십시오'],
    ['a customer in Vietnamese', 'vi', 'Quý khách hãy kiểm tra bộ ghi.', 'addresses with quý khách'],
    ['a pronoun in Japanese', 'ja', 'あなたのロガーを確認してください。', 'addresses with あなた'],
    ['Chinese quotes in Japanese', 'ja', '“A”を確認してください。', 'has quotes of another language'],
    ['a familiar pronoun in Chinese', 'zh', '请检查你的采集器。', 'addresses with 你'],
    ['a factory for a plant', 'zh', '请检查电厂。', 'says 电厂 for 电站'],
    [
      'a million where a few are meant',
      'ca',
      '{n, plural, other {# d’acaben.}}',
      'says de after a figure below a million',
    ],
    [
      'a preposition before a choice of articles',
      'ca',
      'Potència de {who, select, one {{name}} other {els inversors}}.',
      'parts a preposition from its article',
    ],
    ['a month at the beginning', 'es', '{month}: nada.', 'begins a sentence with a month in lower case'],
    ['a plant of the garden', 'es', 'La planta no envía datos.', 'says planta for instalación'],
    ['a blank before what goes on', 'nl', 'Laden …', 'has a blank before its ellipsis'],
    ['no blank before what goes on in German', 'de', 'Laden…', 'lacks the blank before its ellipsis'],
    ['a period that English has', 'de', 'Prüfen Sie den Datenlogger', 'ends in another sign than English'],
  ])('%s', (_, language, text, fault) => {
    expect(check(language, 'a', text)).toContain(`${language}/shell: a ${fault}`)
  })

  it('a sentence that a translation lost', () => {
    expect(check('it', 'c', 'Il tuo account è stato spostato qui.')).toEqual(['it/shell: c lost a sentence'])
    expect(check('zh', 'c', '账号已迁移，浏览器需重新添加。')).toEqual([])
  })

  it('nothing where the language is right', () => {
    expect(check('de', 'a', 'Prüfen Sie „{logger}“ am Datenlogger, 10\u00a0% davon.')).toEqual([])
    expect(check('fr', 'a', '{logger}\u202f: «\u202fA\u202f» à 10\u00a0%.')).toEqual([])
    expect(check('it', 'b', 'Controlla')).toEqual([])
    expect(check('en', 'a', "'{order}' is filled in.")).toEqual([])
  })

  it('unneeded exceptions, and accepts needed ones', () => {
    const exceptions = { de: { 'ends in another sign than English': ['a'] } }
    expect(check('de', 'a', 'Datenlogger prüfen', exceptions)).toEqual([])
    expect(check('de', 'a', 'Prüfen Sie ihn.', exceptions)).toEqual([
      'exception: de a ends in another sign than English is not needed',
    ])
  })
})
