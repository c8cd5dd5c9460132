/**
 * Faults that a reader sees at once and a check of keys does not: quotes of another language, the wrong address, a
 * second word for one thing, a sentence that got lost. The test beside it runs this, also on planted faults.
 */

import type { LanguageCode } from '@heliograph/domain/languages.ts'
import type { Locales } from './locale-check.ts'

type Rule = Readonly<{ fault: string; found: RegExp }>

/** Texts that a rule does not fit, by language, `*` for all: `fault` of the rule, then the keys. */
export type WordingExceptions = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>

const UNITS = '%|°C|kWh|kWp|kW|Wh|MB|Mo|GB|W|V|A|Hz|min|mm|m²|km|kg|h|s|ms|dBm|m/s|l/m²'

const everywhere: readonly Rule[] = [
  { fault: 'has a typewriter apostrophe', found: /'/ },
  {
    fault: 'may part a figure from its unit',
    found: new RegExp(`(?:\\d|\\{\\w+\\}|#) (?:${UNITS})(?![\\p{L}\\p{N}²/{])`, 'u'),
  },
]

/** Sentence starts, also within a plural or a choice. */
const start = String.raw`(?:^|[.:;!?¿¡…] |\{)`
const verbs = (words: string): RegExp => new RegExp(`${start}(?:${words})(?![\\p{L}-])`, 'u')
const words = (list: string): RegExp => new RegExp(`(?<![\\p{L}{])(?:${list})(?![\\p{L}}])`, 'iu')

/** “2 000 000 d’installations” but “12 installations”: only a million takes the word. */
const figureOf: Rule = {
  fault: 'says de after a figure below a million',
  found: /(?:one|other) \{(?:[^{}]*[^\p{L}{}])?# (?:de (?![{]|(?:les|vos|plus)(?!\p{L}))|d’)/u,
}

/** “de {who, select, other {els inversors}}”, where “dels inversors” is meant: the choice must hold both words. */
const parted = (prepositions: string, articles: string): Rule => ({
  fault: 'parts a preposition from its article',
  found: new RegExp(
    `(?<!\\p{L})(?:${prepositions}) \\{\\w+, (?:plural|select), (?:[^{}]*\\{(?:[^{}]|\\{[^{}]*\\})*\\})*?[^{}]*\\{(?:${articles}) `,
    'u',
  ),
})

/** How a language sets what goes on: “Loading…”, „Wird geladen …“. */
const joined: Rule = { fault: 'has a blank before its ellipsis', found: /[\p{L}\p{N})] …/u }
const spaced: Rule = { fault: 'lacks the blank before its ellipsis', found: /\p{L}…/u }

/** The address and the terms of the glossary; a language without a row has only the rules of all. */
const own: Readonly<Partial<Record<LanguageCode, readonly Rule[]>>> = {
  de: [
    spaced,
    { fault: 'has quotes of another language', found: /[”«»‘’]|(?<!„[^“]*)“/ },
    { fault: 'addresses with du', found: words('du|dich|dir|dein|deine[mnrs]?') },
    {
      fault: 'addresses with du',
      found: verbs(
        'Lösche|Wähle|Prüfe|Trage|Öffne|Gib|Stelle|Sende|Nutze|Verwende|Speichere|Drücke|Klicke|Entferne|Füge|Versuche|Nimm|Lies|Bestätige|Gehe|Ziehe|Warte|Starte|Lade|Zeichne|Tippe|Erlaube|Setze|Schalte|Scanne|Bearbeite|Erstelle',
      ),
    },
    { fault: 'says Logger for Datenlogger', found: /(?<![\p{L}{])Loggers?(?!\p{L})/u },
    { fault: 'says Ladestand for Ladezustand', found: /Ladestand/ },
  ],
  fr: [
    joined,
    parted('de|à', 'les?'),
    figureOf,
    { fault: 'has quotes of another language', found: /[“”„‘]/ },
    { fault: 'may part a sign from its word', found: /(?<=[\p{L}\p{N}}»).%…–]) [;:!?»]|« /u },
    { fault: 'lacks the blank of a sign', found: /(?<=[\p{L}}])[;!?»]|«(?![\u00a0\u202f])/u },
    { fault: 'addresses with tu', found: words('tu|toi|ton|ta') },
    { fault: 'says enregistreur for datalogger', found: words('enregistreurs?') },
  ],
  it: [
    joined,
    parted('di|a|da|in|su', 'il|lo|la|i|gli|le'),
    { fault: 'has quotes of another language', found: /[„‘«»]/ },
    {
      fault: 'asks in the infinitive',
      found: verbs(
        'Impostare|Controllare|Inserire|Selezionare|Verificare|Scegliere|Premere|Attendere|Riprovare|Aprire|Usare|Incollare|Stampare|Trascinare|Aggiungere|Salvare',
      ),
    },
    { fault: 'says logger for datalogger', found: words('loggers?') },
  ],
  es: [
    joined,
    parted('de|a', 'el'),
    { fault: 'has quotes of another language', found: /[“”„‘’]/ },
    {
      fault: 'addresses with usted',
      found: verbs(
        'Revise|Compruebe|Elija|Escriba|Introduzca|Pulse|Abra|Guarde|Espere|Seleccione|Use|Pegue|Imprima|Toque|Arrastre|Elimine|Añada|Consulte|Cambie|Envíe|Inicie|Cierre|Vuelva|Pruebe|Haga|Ponga|Quite|Ajuste (?:el|la|los|las|su)',
      ),
    },
    { fault: 'addresses with usted', found: words('usted|ustedes') },
    { fault: 'says planta for instalación', found: words('(?:la|una|de|tu) planta') },
    { fault: 'says registrador for datalogger', found: words('registrador(?:es)?') },
    { fault: 'says planta for instalación', found: words('plantas?') },
  ],
  ca: [
    joined,
    parted('de|a|per', 'els?'),
    figureOf,
    { fault: 'has quotes of another language', found: /[“”„‘]/ },
    {
      fault: 'addresses with vós',
      found: verbs(
        'Comproveu|Trieu|Escriviu|Introduïu|Premeu|Obriu|Deseu|Espereu|Seleccioneu|Useu|Enganxeu|Toqueu|Arrossegueu|Elimineu|Afegiu|Vegeu|Mireu',
      ),
    },
    { fault: 'says planta for instal·lació', found: words('(?:la|una|de|teva) planta') },
    { fault: 'says datalogger for registrador', found: words('dataloggers?') },
    { fault: 'says planta for instal·lació', found: words('plant(?:a|es)') },
  ],
  pt: [
    joined,
    parted('de|em|a|por', 'os?|as?'),
    { fault: 'has quotes of another language', found: /[„‘«»]/ },
    {
      fault: 'is European Portuguese',
      found: words('utilizador(?:es)?|palavra-passe|ecrã|ficheiros?|gerir|partilhad[oa]s?|registador(?:es)?'),
    },
  ],
  pl: [
    { fault: 'has quotes of another language', found: /[“«»‘]/ },
    { fault: 'addresses with Pan', found: words('pan|pani|panu|państwo|państwa|państwu') },
    { fault: 'says rejestrator for logger', found: words(String.raw`rejestrator\p{L}*|datalogger\p{L}*`) },
    { fault: 'says inwerter for falownik', found: words(String.raw`inwerter\p{L}*`) },
  ],
  cs: [
    { fault: 'has quotes of another language', found: /[”«»‘]/ },
    { fault: 'addresses with ty', found: words('tvůj|tvá|tvé|tvoje|tvého|tvou|tebe|tobě|jsi') },
    {
      fault: 'addresses with ty',
      found: verbs('Zkontroluj|Zadej|Vyber|Otevři|Zvol|Klepni|Zkus|Počkej|Ulož|Nastav|Přidej|Smaž|Potvrď'),
    },
    { fault: 'says záznamník for datalogger', found: words(String.raw`záznamník\p{L}*|logger\p{L}*`) },
    { fault: 'says invertor for střídač', found: words(String.raw`invertor\p{L}*`) },
  ],
  sl: [
    { fault: 'has quotes of another language', found: /[„“”‘]/ },
    { fault: 'addresses with ti', found: words(String.raw`tvoj\p{L}*|tebe|tebi`) },
    { fault: 'says logger for zapisovalnik', found: words(String.raw`(?:data)?logger\p{L}*`) },
    { fault: 'says inštalater for monter', found: words(String.raw`inštalater\p{L}*`) },
    { fault: 'says inverter for razsmernik', found: words(String.raw`inverter\p{L}*`) },
  ],
  uk: [
    { fault: 'has quotes of another language', found: /[„“”‘]/ },
    { fault: 'addresses with ти', found: words('ти|твій|твоя|твоє|твої|тебе|тобі') },
    { fault: 'says реєстратор for логер', found: words(String.raw`реєстратор\p{L}*|даталогер\p{L}*`) },
    { fault: 'has power per hour for energy', found: /кВт\/год/ },
  ],
  tr: [
    { fault: 'has quotes of another language', found: /[„«»‘]/ },
    { fault: 'addresses with sen', found: words('sen|senin|sana|seni') },
    { fault: 'says logger for veri kaydedici', found: words(String.raw`(?:data)?logger\p{L}*`) },
    { fault: 'says şebeke işletmecisi for dağıtım şirketi', found: words(String.raw`şebeke işletmeci\p{L}*`) },
    { fault: 'says akü for batarya', found: words(String.raw`akü\p{L}*|pil`) },
    { fault: 'has the percent sign behind its figure', found: /\d\s?%/ },
  ],
  ko: [
    { fault: 'has quotes of another language', found: /[“”„«»]/ },
    { fault: 'asks with 하십시오', found: /당신|십시오/ },
    { fault: 'says 시공업체 for 시공사', found: /시공업체/ },
    { fault: 'says 데이터로거 for 로거', found: /데이터 ?로거|수집기/ },
  ],
  vi: [
    { fault: 'has quotes of another language', found: /[„«»‘]/ },
    { fault: 'addresses with quý khách', found: words('quý khách|quý vị|các bạn') },
    { fault: 'says datalogger for bộ ghi', found: words('datalogger|bộ thu thập') },
    { fault: 'says nhà máy for hệ thống', found: words('của nhà máy') },
    { fault: 'says inverter for biến tần', found: words('inverter|nghịch lưu') },
  ],
  ja: [
    { fault: 'has quotes of another language', found: /[“”‘’«»]/ },
    { fault: 'addresses with あなた', found: /あなた|下さい/ },
    { fault: 'says 施工業者 for 施工会社', found: /施工業者/ },
    { fault: 'says データロガー for ロガー', found: /データロガー|レコーダー/ },
    { fault: 'says バッテリー for 蓄電池', found: /バッテリー(?!管理)/ },
  ],
  zh: [
    { fault: 'has quotes of another language', found: /[「」„«»]/ },
    { fault: 'addresses with 你', found: /你/ },
    { fault: 'says 记录仪 for 采集器', found: /记录仪|记录器/ },
    { fault: 'says 电厂 for 电站', found: /电厂|发电站/ },
    { fault: 'says 告警 for 报警', found: /告警/ },
  ],
  ro: [
    joined,
    { fault: 'has quotes of another language', found: /[“«»‘]/ },
    { fault: 'has a cedilla for a comma', found: /[şţŞŢ]/ },
    { fault: 'shortens dumneavoastră', found: words('dvs') },
    { fault: 'says centrală for instalație', found: words('central(?:a|ă|ei|e|ele|elor)') },
  ],
  nl: [
    joined,
    { fault: 'has quotes of another language', found: /[“”„«»]/ },
    { fault: 'addresses with je', found: words('je|jij|jouw|jullie') },
    { fault: 'says datalogger for logger', found: words('dataloggers?') },
  ],
  en: [joined, { fault: 'has quotes of another language', found: /[„«»]/ }],
}

/** A text as its reader sees it, but for arguments: '{order}' is a literal brace of ICU. */
const unescaped = (text: string): string => text.replace(/'(\{[^']*\})'/g, '$1')

const lastSign = (text: string): string => {
  const sign = /[.!?…。！？:：]$/u.exec(text.replace(/\}+$/, ''))?.[0] ?? ''
  return sign === '' ? '' : ['。', '！', '？', '：'].includes(sign) ? '.!?:'.charAt('。！？：'.indexOf(sign)) : sign
}

/** Sentences outside of plurals and choices; only texts without them are compared. */
const sentences = (text: string): number => text.match(/\p{L}{2,}[.!?](?=\s|$)/gu)?.length ?? 0

/** Chinese and Japanese say a sentence in a third of the letters, Korean in half. */
const dense: readonly string[] = ['zh', 'ja', 'ko']

/** “nov 2026” is written so within a sentence, not at its beginning. */
const lowerMonths: readonly string[] = ['fr', 'it', 'es', 'ca', 'pt', 'ro', 'nl']

/** Below this a sentence may well become a few words. */
const LONG_TEXT = 80

/** Lists every fault of the wording as a sentence, and exceptions that nothing needs; an empty list means none. */
export function checkWording(locales: Locales, exceptions: WordingExceptions): readonly string[] {
  const faults: string[] = []
  const used = new Set<string>()
  const report = (language: string, feature: string, key: string, fault: string): void => {
    const owner = [language, '*'].find((name) => exceptions[name]?.[fault]?.includes(key))
    if (owner === undefined) faults.push(`${language}/${feature}: ${key} ${fault}`)
    else used.add(`${owner} ${fault} ${key}`)
  }
  for (const [language, files] of Object.entries(locales)) {
    const rules = [...everywhere, ...(own[language as LanguageCode] ?? [])]
    for (const [feature, texts] of Object.entries(files)) {
      for (const [key, value] of Object.entries(texts)) {
        if (typeof value !== 'string') continue
        const text = unescaped(value)
        for (const { fault, found } of rules) if (found.test(text)) report(language, feature, key, fault)
        const model = locales.en?.[feature]?.[key]
        if (language === 'en' || typeof model !== 'string') continue
        // Japanese puts no period after a noun.
        if (language !== 'ja' && lastSign(text) !== lastSign(model))
          report(language, feature, key, 'ends in another sign than English')
        if (lowerMonths.includes(language) && /^\{(?:month|period)\}/.test(text) && lastSign(text) === '.')
          report(language, feature, key, 'begins a sentence with a month in lower case')
        const plain = !/, (?:plural|select),/.test(model + value)
        if (
          plain &&
          model.length > LONG_TEXT &&
          !dense.includes(language) &&
          sentences(model) > sentences(text) &&
          text.length < 0.7 * model.length
        ) {
          report(language, feature, key, 'lost a sentence')
        }
      }
    }
  }
  for (const [language, rows] of Object.entries(exceptions)) {
    for (const [fault, keys] of Object.entries(rows)) {
      for (const key of keys) {
        if (!used.has(`${language} ${fault} ${key}`))
          faults.push(`exception: ${language} ${key} ${fault} is not needed`)
      }
    }
  }
  return faults
}

const texts = (files: Locales[string]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.values(files)
      .flatMap(Object.entries)
      .filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )

/** Finds texts that quote a page, a rule or a button by another name than it bears in that language. */
export function checkQuotedNames(locales: Locales): readonly string[] {
  const english = texts(locales.en ?? {})
  const quotes = Object.entries(english).flatMap(([key, text]) =>
    [...text.matchAll(/“([^”{}]+)”/g)].map(([, name = '']) => ({
      key,
      named: Object.keys(english).filter((other) => english[other]?.toLowerCase() === name.toLowerCase()),
    })),
  )
  return Object.entries(locales).flatMap(([language, files]) => {
    const own = texts(files)
    return quotes
      .filter(({ key, named }) => {
        const text = own[key]?.toLowerCase()
        // A translation that quotes nothing describes it instead.
        if (text === undefined || named.length === 0 || !/[“”„«»「」‘]/.test(text)) return false
        return !named.some((other) => text.includes(own[other]?.toLowerCase() ?? other))
      })
      .map(({ key }) => `${language}: ${key} quotes another name than it bears`)
  })
}
