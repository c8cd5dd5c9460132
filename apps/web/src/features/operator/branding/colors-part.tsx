import { type BrandColorType, brandColorTypes } from '@heliograph/domain/brand/brand-parts.ts'
import { chartPaletteNames, chartPalettes, findPalette } from '@heliograph/domain/brand/chart-palettes.ts'
import { findHex } from '@heliograph/domain/color.ts'
import { useState } from 'react'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { SettingCard } from '../../../ui/setting.tsx'
import styles from './branding.module.css'
import { ContrastReport } from './contrast-report.tsx'
import { usualColors } from './page-colors.ts'
import type { PartProps } from './part-props.ts'

const groups: readonly Readonly<{ name: 'main' | 'top' | 'menu' | 'charts'; types: readonly BrandColorType[] }>[] = [
  { name: 'main', types: ['primary', 'success', 'warning', 'error', 'fail'] },
  { name: 'top', types: brandColorTypes.filter((type) => type.startsWith('topNavi')) },
  { name: 'menu', types: brandColorTypes.filter((type) => /^(?:leftMenu|create|switch)/.test(type)) },
  { name: 'charts', types: brandColorTypes.filter((type) => type.startsWith('chart-')) },
]
/** Colors with their opacity; what would be hard to read is shown otherwise, and the report says so. */
export function ColorsPart({ draft, change }: PartProps) {
  const { text } = useText()
  const set = (type: BrandColorType, code: string | undefined, alphaPercent = 100): void => {
    const others = draft.colors.filter((color) => color.type !== type)
    change({ colors: code === undefined ? others : [...others, { type, code, alphaPercent }] })
  }
  return (
    <>
      {groups.map(({ name, types }) => (
        <SettingCard
          key={name}
          title={text(`branding.colors.${name}`)}
          {...(name === 'charts' ? { lead: text('branding.colors.charts.lead') } : {})}
        >
          {name === 'charts' && <PalettePicker draft={draft} change={change} />}
          <ul className={styles.colors}>
            {types.map((type) => (
              <ColorRow
                key={type}
                type={type}
                row={draft.colors.find((color) => color.type === type)}
                onSet={(code, alphaPercent) => set(type, code, alphaPercent)}
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
const paletteTypes = brandColorTypes.filter((type) => type.startsWith('chart-')).slice(0, PALETTE_SIZE)

/** Sets chart-1 to chart-10 at once; single colors can be changed afterwards. */
function PalettePicker({ draft, change }: Pick<PartProps, 'draft' | 'change'>) {
  const { text } = useText()
  const codes = paletteTypes.map((type) => draft.colors.find((color) => color.type === type)?.code)
  const isUnset = codes.every((code) => code === undefined)
  const chosen = isUnset ? 'standard' : findPalette(codes)
  const others = draft.colors.filter(({ type }) => !(paletteTypes as readonly string[]).includes(type))
  return (
    <fieldset className={styles.palettes} aria-label={text('brand-variants.palettes')}>
      {chartPaletteNames.map((name) => {
        const colors = chartPalettes.find((palette) => palette.name === name)?.colors ?? []
        // The standard one is what is shown where nothing is set.
        const rows =
          name === 'standard'
            ? []
            : paletteTypes.map((type, at) => ({ type, code: colors[at] ?? '', alphaPercent: 100 }))
        return (
          <button
            key={name}
            type="button"
            className={styles.palette}
            aria-pressed={chosen === name}
            onClick={() => change({ colors: [...others, ...rows] })}
          >
            <span className={styles.paletteColors} aria-hidden="true">
              {colors.map((code) => (
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

function ColorRow({
  type,
  row,
  onSet,
}: Readonly<{
  type: BrandColorType
  row: Readonly<{ code: string; alphaPercent: number }> | undefined
  onSet: (code: string | undefined, alphaPercent?: number) => void
}>) {
  const { text } = useText()
  const name = type.startsWith('chart-')
    ? text('branding.color.chart', { nth: Number(type.slice(6)) })
    : text(`branding.color.${type as Exclude<BrandColorType, `chart-${number}`>}`)
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
      onSet(hex, row?.alphaPercent)
    }
  }
  return (
    <li className={styles.color}>
      <input
        type="color"
        aria-label={text('branding.color.pick', { name })}
        value={row?.code ?? usualColors[type] ?? '#ffffff'}
        data-unset={row === undefined || undefined}
        onChange={(event) => {
          setTyped(undefined)
          onSet(event.target.value, row?.alphaPercent)
        }}
      />
      <span className={styles.colorName}>{name}</span>
      <input
        className={styles.code}
        aria-label={text('branding.color.code', { name })}
        aria-invalid={isWrong || undefined}
        value={shown}
        placeholder={usualColors[type] ?? text('branding.color.none')}
        maxLength={7}
        spellCheck={false}
        onChange={(event) => enter(event.target.value.trim())}
        onBlur={() => !isWrong && setTyped(undefined)}
      />
      <label className={styles.alpha}>
        <span className="visually-hidden">{text('branding.color.alpha', { name })}</span>
        <input
          type="number"
          min={0}
          max={100}
          value={row?.alphaPercent ?? 100}
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
        label={text('branding.color.reset', { name })}
        disabled={row === undefined}
        onClick={() => {
          setTyped(undefined)
          onSet(undefined)
        }}
      />
    </li>
  )
}
