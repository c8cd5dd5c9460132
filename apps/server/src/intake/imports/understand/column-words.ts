import type { flows } from '@heliograph/domain/energy-flow.ts'

/**
 * Words of headings as `plainWords` writes them, in the 18 languages and as makers abbreviate them: expressions, separated
 * by `|`, over as many lines as they need.
 */
const any = (...words: readonly string[]): RegExp => new RegExp(words.join('|').replace(/\n\s*/g, ''), 'u')

export const timeWords = {
  year: any(String.raw`
    year|jahr|\bano\b|annee|\banno\b|\bjaar|\brok\b|\bleto\b|\byil\b|\bany\b|\ban\b|\brik\b|年|년|\bnam\b|perio|
    zeitraum|obdob|okres|donem|періо|ky\b|期間|기간|时段
  `),
  /** Over a part of a date that stands in a column of its own. */
  yearAlone: any(`^(?:year|yyyy|yr|jahr|ano|annee|anno|jaar|rok|leto|yil|any|an|rik|рік|год|年|年份|연도|년|nam)$`),
  monthAlone: any(
    `^(?:month|mm|mo|monat|mes|mois|mese|maand|miesiac|mesic|mesec|ay|luna|місяць|месяц|月|月份|월|thang)$`,
  ),
  dayAlone: any(`^(?:day|dd|tag|dia|jour|giorno|dag|dzien|den|dan|gun|zi|ziua|день|日|일|ngay)$`),
  hour: any(String.raw`
    hour|stunde|\bhora|heure|\buur|\bora\b|\bore\b|godzin|hodin|\bura\b|saat|годин|小时|時|시|\bgio\b|interval|period|
    \bhe\b
  `),
  end: any(String.raw`
    \bend|\bends\b|ending|\bbis\b|until|\btill?\b|\bto\b|\btot\b|\bende\b|hasta|\bfin\b|\bfine\b|\bate\b|jusqu|
    koniec|\bdo\b|konec|bitis|结束|终止|終了|종료|ket thuc|sfarsit|кінець|\beind|\bal\b
  `),
  start: any(String.raw`
    start|begin|\bvon\b|\bfrom\b|vanaf|\bab\b|desde|debut|inizio|inicio|\bod\b|zacat|zacet|baslang|开始|開始|시작|bat dau|
    inceput|початок|\bvan\b|\bdal\b
  `),
  utc: any(String.raw`\butc\b|\bgmt\b|_utc|utc_|\bz\b`),
  /** Over a column of times. */
  time: any(String.raw`
    time|\bdate|datum|zeit|\btag\b|fecha|\bdia\b|\bdata\b|czas|tijd|\bhora\b|heure|horodat|\bjour\b|\bora\b|\bcas\b|
    zaman|tarih|дата|\bчас\b|日期|时间|時間|日時|時刻|日付|날짜|시간|시각|thoi gian|ngay|vanaf|timestamp|period|last_changed
  `),
  /** Anything that a heading of the field may say. */
  field: any(String.raw`
    time|date|datum|zeit|\btag\b|uhrzeit|fecha|\bdia\b|\bdata\b|czas|tijd|\bhora|heure|horodat|jour|\bora\b|\bcas\b|
    zaman|tarih|дата|час|日期|时间|時間|日時|時刻|日付|날짜|시간|시각|일자|thoi gian|ngay|period|zeitraum|okres|obdob|donem|perioad|
    періо|기간|期間|时段|\bky\b|month|monat|\bmes\b|mois|mese|月|vanaf|\bvon\b|\bfrom\b|timestamp|last_changed|
    last changed|energ|\bpower|leistung|w\]|wh\b|\(k?wh?\)|yield|ertrag|produ|erzeug|consum|verbrauch|grid|netz|
    import|export|generat|solar|\bpv|opwek|verbruik|einspeis|bezug|发电|功率|電力|発電|발전|전력|vyrob|spotreb|proizvod|porab|
    uretim|tuketim|генерац|спожив|san luong|zuzyc|geracao|kwh
  `),
} as const

/** Values that look like a flow and are none: other quantities, shares, money, forecasts, parts of a flow. */
export const otherWords = any(
  String.raw`
    irrad|\bpoa\b|\bghi\b|\bdni\b|\bdhi\b|insolation|einstrahl|radiat|temp|wind|humid|pressure|turbine|refcell|weather
  `,
  String.raw`
    \bgas\b|\bgaz\b|\bm3\b|\btherms?\b|\bccf\b|water|wasser|\bagua\b|\bacqua\b|\beau\b|\bminus\b|\bsaldo\b|\bnetto\b
  `,
  String.raw`
    expect|forecast|prognos|predict|erwart|\btarget|\bsoll\b|estimat(?!ed from)|baseline|pronost|previs|прогноз|预测|予測|
    예측|du bao|tahmin
  `,
  String.raw`
    per_kwp|h ?/ ?kwp?\b|/ ?kwp|kwh/|per kw|specific|spezif|label|voltage|current|spannung|\bstrom\b|frequen|\bdc\b|_dc_|
    reactive|apparent|blind|schein|\bkvar|\bva\b
  `,
  String.raw`
    income|revenue|erlos|\bcost|\bcents?\b|price|preis|kosten|betrag|€|\beur\b|\busd\b|收益|\$|ingreso|revenus|ricavi|prijs|
    przychod|vynos|prihodek|gelir|venit|дохід|収入|수익|doanh thu|receita|earning|saving|charges\b|\bbill|\bamount|\bfees?\b|
    \btax|\bimporte\b|\bimporto\b|montant|bedrag
  `,
  String.raw`
    %|\brate\b|\bratio\b|\bquote|quota|percent|prozent|efficien|autark|self.?suffic|degree|wirkungsgrad|\bsoc\b|
    \bsoh\b|state.of.charge|ladezustand|charge level|level|荷电|充電残量|napolnjenost|stav nabit|laadtoestand|
    etat de charge|estado de carga|estat de carr|stato di carica|stare de incarc|stan naladow|sarj durum|рівень заряд
  `,
  String.raw`
    self.?cons|self.?use|eigenverbrauch|zelfverbruik|eigen verbruik|autocons|autokons|lastna|lastne|vlastn|
    samospotreb|oz tuket|自用|自家消費|자가소비|tu tieu|власн|direct use|direktverbrauch|uso direct|us direct|zuzycie bezp|
    direct verbruik|direct\w* verbruikt|consum\w* dir|direct\w* consum|direkt verbraucht|직접|dung truc|直接|autoconsommation|prima spotreb|neposredna|dogrudan|folosire dir|пряме|zelf
  `,
  String.raw`
    co2|\btree|\bbaum|full.?load|volllast|vollast|equivalent|horas equi|hores equi|ore equi|heures equi|ekvivalent|
    еквівал|满发|等価|발전시간|pelneho|pelna moca|tam yuk|plneho vyk|gio day tai|ore echiv|godziny pracy
  `,
  String.raw`
    ^(?:result|table)\b|status|\bcode\b|error|fault|alarm|warning|anzahl|number of|\bcount\b|latitud|longitud|installed|(?<!charging )capacity|kwp\b
  `,
  String.raw`
    peak|maxim|\bmax\b|\bmin\b|minim|spitze|\bpico\b|crete
  `,
  `
    generator|generador|gerador|genset|diesel|aggregat|发电机|発電機|발전기|may phat|jenerator|генератор(?!н)|groupe electro
  `,
  String.raw`
    backup|\bups\b|\beps\b|smart load|notstrom|wallbox|\bev\b|charger|heat|warme|boiler|dryer|oven|\bcar\b|vehicle
  `,
  `
    implausib|unplausib|no plausib|implausiv|niewiarygod|onwaarsch|invraisem|비정상|bat thuong|異常|异常|non plausib|
    neverohod|neverodost|mantiks|neplauzib|неправдоп
  `,
  String.raw`
    another day|anderen tag|otro dia|outro dia|innego dnia|andere dag|autre jour|다른 날|ngay khac|別の日|其他日期|altro giorno|
    jinemu dni|drug dan|baska gun|altre dia|altei zile|іншому дню|estimated \(|geschatzt
  `,
  String.raw`
    (?:pv|solar|battery|bat|batt|panel|photovolt\w*) ?(?:to|2|->|→) ?(?:home|house|load|battery|bat|batt|consumption)|
    grid ?(?:to|2|->|→) ?(?:home|house|load|battery|bat|batt)|battery ?(?:to|2|->|→) ?grid|
    (?:consum\w*|use\w*|load) (?:from|of) (?:the )?(?:solar|pv|batter)|verbrauch (?:aus|von) (?:pv|solar|batterie|speicher)
  `,
)

type FlowWord = (typeof flows)[number] | 'grid' | 'battery'

/** The first that matches is meant: "teruglevering" has "levering" in it, and "discharge" has "charge". */
export const flowWords: readonly (readonly [flow: FlowWord, words: RegExp])[] = [
  ['discharge', any('(?:dalla|uit|uit de|aus|aus der|aus dem) (?:batter|akku|speicher)')],
  [
    'export',
    any(
      String.raw`
        export|eksport|esport|експорт|ihrac|feed.?in|fed.?in|feed.?to|einspeis|ruckspeis|rueckspeis|ruckliefer|
        netzeinsp|to.?(?:the.?)?grid|naar (?:het )?net\b|\ba la red\b|\bin rete\b|\balla rete|vers le reseau|(?:^|[\s(])[-−]a\b|\bsold\b|\bsell|surplus|excess|returned|\breceived\b(?!.*grid)|return\b|
        \b2\.8\.\d|\bb1\b|\bb2\b
      `,
      String.raw`
        terug|retour|injec|inyec|inject|injet|vertid|vertido|excedent|exceden|immission|immess|immet|cedut|dodavk|
        dodan|pretok|przetok|oddan|oddaj|odprodaj|verilen|satis|satilan|abocad|abocament|abocat|livrat|віддан|віддач|
        віддано|продаж|invoed|ingevoed|verkauf|verkocht|\bvendu|\bvendida|wprowadzon|inmatning|отдач
      `,
      `
        上网|馈网|馈入|卖电|售电|馈电|売電|逆潮流|송전|역송|판매|phat len luoi|len luoi|ban dien
      `,
    ),
  ],
  [
    'import',
    any(
      String.raw`
        import|імпорт|ithal|external|purchas|bezug|van (?:het )?net\b|\bde la red\b|\bda rede\b|dalla rete|du reseau|vom netz|aus dem netz|(?:^|[\s(])\+a\b|bezogen|from.?(?:the.?)?grid|grid.?consum|consumption.?from.?grid|
        grid.?supply|bought|\bbuy|\b1\.8\.\d|\be1\b|\be2\b|delivered|afname|afgenomen|geleverd|levering|netbezug|
        soutir|preliev|prelev|preluat|preluare|din retea|consum de xarxa|consumo (?:de|da) (?:la )?red|
        consumo da rede|compra
      `,
      String.raw`
        pobor|pobran|z sieci|odber|odebran|prejem|prejet|cekilen|cekis|alinan|alis\b|купл|купів|з мережі|відбір|
        koupen|zakup|acquist|achet|achat|\buttag\b|购电|取电|取网|下网|买电|购网|買電|수전|구매|mua tu luoi|mua dien|tu luoi
      `,
    ),
  ],
  [
    'discharge',
    any(String.raw`
      discharg|entlad|ontlad|descarg|descarr|decharg|scaric|rozladow|rozlad|vybi|prazn|izprazn|desarj|descarreg|
      descarc|розряд|放电|放電|방전|\bxa\b|da xa|from.?(?:the.?)?batt|batt\w*.?out
    `),
  ],
  [
    'charge',
    any(String.raw`
      charg|ladung|\bladen|geladen|aufgelad|beladung|\bcarga|cargad|carreg|carica|ladowan|naladow|nabij|nabit|polnj|
      napolnj|sarj|incarc|заряд|充电|充電|충전|\bsac\b|to.?(?:the.?)?batt|into.?(?:the.?)?batt|batt\w*.?in\b|
      stored in|gespeichert|almacenad|immagazzin|opgeslagen
    `),
  ],
  [
    'load',
    any(String.raw`
      (?<!pay|down|up|over)load|consum|verbrauch|verbruik|verbruikt|\bhome\b|house|haushalt|\bhaus|zuzyci|zuzyt|consom|소비|부하|사용|tieu thu|
      \btai\b|負荷|消費|使用|spotreb|porab|tuketim|спожив|навантаж|用电|负载|负荷|耗电|消耗|carichi|\blast\b|huis|
      forbruk|kulutus|fogyaszt|καταναλ|потребл
    `),
  ],
  [
    'generation',
    any(String.raw`
      gener(?!al\b)|geraca|gerad|produc|produk|produz|prodott|produi|produt|\bfv\b|\bwr ?\d*\b|erzeug|yield|ertrag|solar|\bpv|photovolt|fotovolt|
      opwek|opgewek|opbrengst|wytwarz|vyrob|proizvod|uretim|генерац|вироб|发电|光伏|発電|太陽|발전|태양|san luong|phat dien|
      dien mat troi|zonne|sonne|ac_?power|\bac\b|\bpac\b|\be_?total\b|\be_?(?:to)?day\b|inverter|wechselrichter|
      rendiment|made|tuotanto|termel|παραγ|выработ
    `),
  ],
  [
    'battery',
    any(String.raw`
      batter|bateri|batari|batarya|akku|\baccu|storage|speicher|powerwall|\bess\b|батаре|电池|储能|蓄電池|배터리|\bpin\b
    `),
  ],
  [
    'grid',
    any(String.raw`
      \bgrid|netz|\bnet\b|\bred\b|\brede\b|\bsiec|reseau|\brete\b|\bsit\b|omrez|sebeke|xarxa|retea|мереж|电网|系統|계통|
      \bluoi|utility|\bmeter\b|zahler|mains|teller|site
    `),
  ],
  ['load', any(String.raw`\buse\b|\bused\b|usage|demand`)],
]

/** Say that a column is energy or power, and not of which flow. */
export const anyFlowWords = any(String.raw`
  energ|power|leistung|potenc|puissanc|potenz|vermogen|功率|电量|能量|電力|전력|водат|\bmoc\b|vykon|\bguc\b|putere|потуж|
  cong suat|dien nang
`)
/** A unit, or a value of whatever: it says nothing of what was measured. */
export const anyValueWords = any(String.raw`
  \bwatts?\b|\bkwh\b|\bwh\b|\bkw\b|\bw\b|\bvalue\b|\bval\b|payload|\bkogus|\bmaara\b|m(?:æ|ae)ngde|quantity|\bvolume\b|\bstate\b|wert|\bsum\b|\bmean\b|\bvalor|\bvaleur|valore|waarde|
  wartosc|hodnota|vrednost|deger|valoare|значенн|数值|値|값|gia tri
`)
/** A meter that was read. */
export const readingWords = any(String.raw`
  stand\b|\bstand|meterstand|zahlerstand|reading|lectur|lettur|odczyt|releve|index
`)

export const todayWords = any(String.raw`
  today|this (?:day|week|month|year)|daily|heute|\btages|\btag\b|vandaag|dagelijk|\bdag|\bhoy\b|diari|\bdia\b|\bhoje|dzis|dzien|aujourd|\bjour|
  oggi|giornal|dnes|\bdenn|danes|dnevn|bugun|gunluk|\bavui|\bazi\b|zilnic|сьогодн|добов|今日|当日|当天|本日|오늘|일일|hom nay|
  \bday\b|e_?day
`)
export const totalWords = any(String.raw`
  total|lifetime|\blife\b|cumul|accumul|gesamt|stand\b|counter|reading|meterstand|totaal|totale|celkem|skupaj|lacznie|toplam|
  усього|загальн|累计|累積|積算|总|누적|\btong\b|index|register|\b[12]\.8\.|\bsum\b|lectur|odczyt|stav\b|lettura
`)
export const powerWords = any(String.raw`
  power|leistung|potenc|puissanc|potenz|vermogen|功率|出力|\bmoc\b|vykon|\bguc\b|putere|потужн|cong suat|\bpac\b|
  watts?\b|moc\b
`)

/** Of a column that goes both ways: what a value above zero is. */
export const positiveWords = any(String.raw`positiv|dodatnia|kladn|плюс|arti\b|为正|양수|正：|正:|duong|\+ ?=`)
/** A column that tells things apart. */
export const nameWords = any(String.raw`
  entity|device|gerat|sensor|serial|seri|register|\bmeter\b|\bname\b|\btype\b|typ\b|tariff?\b|obis|channel|kanal|
  inverter|statistic|metric|measurement|field|kind|quantity|apparaat|dispositiv|appareil|urzadz|naprav|zariz|cihaz|
  dispozit|пристр|设备|機器|장치|thiet bi|nmi|direction|flow
`)

/** A column whose names say what was measured. */
export const entityWords = any(`entity|statistic|sensor|metric|measurement|register|obis|quantity`)

/** A column of units. */
export const unitWords = any(String.raw`
  \bunits?\b|\buom\b|unit of measurement|einheit|unidad|unite\b|unita\b|jednostk|eenheid|单位|単位|단위
`)
