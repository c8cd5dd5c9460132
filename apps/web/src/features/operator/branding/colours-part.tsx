import { type BrandColourType, brandColourTypes } from '@heliograph/domain/brand/brand-parts.ts'
import { chartPaletteNames, chartPalettes, findPalette } from '@heliograph/domain/brand/chart-palettes.ts'
import { findHex } from '@heliograph/domain/colour.ts'
import { useState } from 'react'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { SettingCard } from '../../../ui/setting.tsx'
import styles from './branding.module.css'
import { ContrastReport } from './contrast-report.tsx'
import { usualColours } from './page-colours.ts'
import type { PartProps } from './part-props.ts'

const groups: readonly Readonly<{ name: 'main' | 'top' | 'menu' | 'charts'; types: readonly BrandColourType[] }>[] = [
  { name: 'main', types: ['primary', 'success', 'warning', 'error', 'fail'] },
  { name: 'top', types: brandColourTypes.filter((type) => type.startsWith('topNavi')) },
  { name: 'menu', types: brandColourTypes.filter((type) => /^(?:leftMenu|create|switch)/.test(type)) },
  { name: 'charts', types: brandColourTypes.filter((type) => type.startsWith('chart-')) },
]
/** Colors with their opacity; what would be hard to read is shown otherwise, and the report says so. */
export function ColoursPart({ draft, change }: PartProps) {
  const { text } = useText()
  const set = (type: BrandColourType, code: string | undefined, alpha = 100): void => {
    const others = draft.colours.filter((one) => one.type !== type)
    change({ colours: code === undefined ? others : [...others, { type, code, alpha }] })
  }
  return (
    <>
      {groups.map(({ name, types }) => (
        <SettingCard
          key={name}
          title={text(`branding.colours.${name}`)}
          {...(name === 'charts' ? { lead: text('branding.colours.charts.lead') } : {})}
        >
          {name === 'charts' && <PalettePicker draft={draft} change={change} />}
          <ul className={styles.colours}>
            {types.map((type) => (
              <ColourRow
                key={type}
                type={type}
                row={draft.colours.find((one) => one.type === type)}
                onSet={(code, alpha) => set(type, code, alpha)}
              />
            ))}
          </ul>
        </SettingCard>
      ))}
      <ContrastReport draft={draft} />
    </>
  )
}

const PALETTE_SIZE = 10
const paletteTypes = brandColourTypes.filter((type) => type.startsWith('chart-')).slice(0, PALETTE_SIZE)

/** Sets chart-1 to chart-10 at once; single colors can be changed afterwards. */
function PalettePicker({ draft, change }: Pick<PartProps, 'draft' | 'change'>) {
  const { text } = useText()
  const codes = paletteTypes.map((type) => draft.colours.find((one) => one.type === type)?.code)
  const isUnset = codes.every((code) => code === undefined)
  const chosen = isUnset ? 'standard' : findPalette(codes)
  const others = draft.colours.filter(({ type }) => !(paletteTypes as readonly string[]).includes(type))
  return (
    <fieldset className={styles.palettes} aria-label={text('brand-variants.palettes')}>
      {chartPaletteNames.map((name) => {
        const colours = chartPalettes.find((one) => one.name === name)?.colours ?? []
        // The standard one is what is shown where nothing is set.
        const rows =
          name === 'standard' ? [] : paletteTypes.map((type, at) => ({ type, code: colours[at] ?? '', alpha: 100 }))
        return (
          <button
            key={name}
            type="button"
            className={styles.palette}
            aria-pressed={chosen === name}
            onClick={() => change({ colours: [...others, ...rows] })}
          >
            <span className={styles.paletteColours} aria-hidden="true">
              {colours.map((code) => (
                <i key={code} style={{ background: code }} />
              ))}
            </span>
            {text(`brand-variants.palette.${name}`)}
          </button>
        )
      })}
    </fieldset>
  )
}

function ColourRow({
  type,
  row,
  onSet,
}: Readonly<{
  type: BrandColourType
  row: Readonly<{ code: string; alpha: number }> | undefined
  onSet: (code: string | undefined, alpha?: number) => void
}>) {
  const { text } = useText()
  const name = type.startsWith('chart-')
    ? text('branding.colour.chart', { nth: Number(type.slice(6)) })
    : text(`branding.colour.${type as Exclude<BrandColourType, `chart-${number}`>}`)
  // Half-typed codes stay in the field.
  const [typed, setTyped] = useState<string>()
  const shown = typed ?? row?.code ?? ''
  const isWrong = shown !== '' && findHex(shown) === undefined
  const enter = (code: string): void => {
    const hex = findHex(code)
    setTyped(hex === undefined && code !== '' ? code : undefined)
    if (code === '') onSet(undefined)
    else if (hex !== undefined) {
      setTyped(code)
      onSet(hex, row?.alpha)
    }
  }
  return (
    <li className={styles.colour}>
      <input
        type="color"
        aria-label={text('branding.colour.pick', { name })}
        value={row?.code ?? usualColours[type] ?? '#ffffff'}
        data-unset={row === undefined || undefined}
        onChange={(event) => {
          setTyped(undefined)
          onSet(event.target.value, row?.alpha)
        }}
      />
      <span className={styles.colourName}>{name}</span>
      <input
        className={styles.code}
        aria-label={text('branding.colour.code', { name })}
        aria-invalid={isWrong || undefined}
        value={shown}
        placeholder={usualColours[type] ?? text('branding.colour.none')}
        maxLength={7}
        spellCheck={false}
        onChange={(event) => enter(event.target.value.trim())}
        onBlur={() => !isWrong && setTyped(undefined)}
      />
      <label className={styles.alpha}>
        <span className="visually-hidden">{text('branding.colour.alpha', { name })}</span>
        <input
          type="number"
          min={0}
          max={100}
          value={row?.alpha ?? 100}
          disabled={row === undefined}
          onChange={(event) => {
            const alpha = Number(event.target.value)
            if (row && alpha >= 0 && alpha <= 100) onSet(row.code, alpha)
          }}
        />{' '}
        %
      </label>
      <Button
        size="s"
        kind="quiet"
        icon="close"
        label={text('branding.colour.reset', { name })}
        disabled={row === undefined}
        onClick={() => {
          setTyped(undefined)
          onSet(undefined)
        }}
      />
    </li>
  )
}
