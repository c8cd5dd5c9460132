import { counterFlow, type ImportMapping, importFlows, importForms, signsOf, unitsOf } from '../../../api/imports.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { type ColumnPlace, columnAt, turned, withFlow, withForm, withSigns, withUnit } from './map-column.ts'

/** Meaning of a column, how it counts, and its unit and direction. */
export function ColumnChoice({
  place,
  label,
  mapping,
  onChange,
}: Readonly<{
  place: ColumnPlace
  label: string
  mapping: ImportMapping
  onChange: (mapping: ImportMapping) => void
}>) {
  const { text } = useText()
  const one = columnAt(mapping, place)
  const other = one && counterFlow[one.flow]
  return (
    <>
      <select
        aria-label={text('imports.column.flow', { column: label })}
        value={one?.flow ?? ''}
        onChange={(event) =>
          onChange(withFlow(mapping, place, event.target.value as (typeof importFlows)[number] | ''))
        }
      >
        <option value="">{text('imports.flow.none')}</option>
        {importFlows.map((flow) => (
          <option key={flow} value={flow}>
            {text(`imports.flow.${flow}`)}
          </option>
        ))}
      </select>
      {one && (
        <>
          <select
            aria-label={text('imports.column.form', { column: label })}
            value={one.form}
            onChange={(event) => onChange(withForm(mapping, place, event.target.value as typeof one.form))}
          >
            {importForms.map((form) => (
              <option key={form} value={form}>
                {text(`imports.form.${form}`)}
              </option>
            ))}
          </select>
          <select
            aria-label={text('imports.column.unit', { column: label })}
            value={one.unit}
            onChange={(event) => onChange(withUnit(mapping, place, event.target.value as typeof one.unit))}
          >
            {unitsOf(one.form).map((unit) => (
              <option key={unit} value={unit}>
                {unit}
              </option>
            ))}
          </select>
          {signsOf(one).length > 1 && (
            <select
              aria-label={text('imports.column.signs', { column: label })}
              value={one.signs}
              onChange={(event) => onChange(withSigns(mapping, place, event.target.value as typeof one.signs))}
            >
              {signsOf(one).map((signs) => (
                <option key={signs} value={signs}>
                  {signs === 'both' && other
                    ? text('imports.signs.both', {
                        plus: text(`imports.flow.${one.flow}`),
                        minus: text(`imports.flow.${other}`),
                      })
                    : text(signs === 'negative' ? 'imports.signs.negative' : 'imports.signs.positive')}
                </option>
              ))}
            </select>
          )}
          {one.signs === 'both' && (
            <Button size="s" onClick={() => onChange(turned(mapping, place))}>
              {text('imports.signs.turn')}
            </Button>
          )}
        </>
      )}
    </>
  )
}
