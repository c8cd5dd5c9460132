/** A heading without accents and case, so that one pattern finds `Rangée`, `rangee` and `RANGÉE`. */
export const plainHeading = (cell: string): string =>
  cell.trim().normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC').toLowerCase().replaceAll('ı', 'i')

/**
 * Headings that makers and installers give the columns of a list, in the page's languages. A word ends where no letter
 * follows.
 */
export const columnHeadings = {
  serial:
    /serial|(?<!\p{L})s\/?n(?!\p{L})|serien|serie-?n|(?:num\w*|n[°ºor.]*) d[ei] serie|seryjn|seriov|serijsk|seri ?n|vyrobni c|se-?ri(?!\p{L})|серіин|серійн|シリアル|製造番号|일련|序列|序號/u,
  row: /^(?:row|zeile|reihe|rangee|fila|riga|linha|rij|rzad|rada|vrstica|rand|satir|ряд|hang)(?!\p{L})|^行|^段|^행/u,
  column:
    /^(?:col|column|spalte|colonne|colonna|columna|coluna|kolom|kolumna|sloupec|stolpec|coloana|sutun|стовпець|cot)(?!\p{L})|^列|^열/u,
  group:
    /^(?:group|gruppe|groupe|grup|groep|skupina|група|nhom|plane|array|roof|dach|toit|tejado|tetto|telhado|dak|strecha|streha|acoperis|teulada|cati|дах|mai(?!\p{L})|feld|field|zon)|分组|阵列|グループ|屋根|그룹|지붕/u,
  port: /^(?:port|input|eingang|entree|entrada|ingresso|ingang|wejscie|vstup|vhod|intrare|giris|вхід|channel|kanal|canal|канал)|端口|通道|入力|입력/u,
  inverter:
    /inver[st]or|inverter|wechselrichter|onduleur|omvormer|falownik|stridac|razsmernik|інвертор|інвертор|bien tan|逆变器|パワコン|パワーコンディショナ|인버터/u,
  string: /string|strang|chaine|cadena|(?<!\p{L})niz(?!\p{L})|dizi|стрінг|chuoi|组串|ストリング|스트링/u,
  position:
    /posi[tcz]|pozi[ct]|pozycj|polozaj|konum|позиц|vi tri|位置|위치|^pos(?!\p{L})|^n[or]\.?$|number|nummer|optimi[sz]er|^(?:modul[eo]?|panel|paneel|panneau|placa)(?: *(?:#|n[or°º.]+|id))?$|编号|番号|번호/u,
} as const
