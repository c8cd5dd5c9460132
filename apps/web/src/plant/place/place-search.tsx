import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { type Coordinates, type Town, townsQuery } from '../../api/places.ts'
import { useLanguage } from '../../texts/language-context.ts'
import { useText } from '../../texts/use-text.tsx'
import fieldStyles from '../../ui/field.module.css'
import { Icon } from '../../ui/icon.tsx'
import { useSettled } from '../../ui/use-settled.ts'
import { parsePlace } from '../form/parse-place.ts'
import styles from './place-search.module.css'

/** A town or an address, found in the towns that the server has; coordinates of any map are a place themselves. */
export function PlaceSearch({
  country,
  fault,
  onPick,
  onPlace,
}: Readonly<{
  country: string
  fault?: string | undefined
  onPick: (town: Town, typed: string) => void
  onPlace: (place: Coordinates) => void
}>) {
  const { text } = useText()
  const { code } = useLanguage()
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [marked, setMarked] = useState(0)
  const box = useRef<HTMLElement>(null)
  const id = useId()
  const place = parsePlace(typed)
  const words = place ? '' : typed.trim()
  const settled = useSettled(words, 200)
  const { data, isError, isPlaceholderData } = useQuery(townsQuery(settled, code, country))
  const isAsked = isOpen && words.length > 1
  const towns = words.length > 1 ? (data ?? []) : []
  /** The list answers fewer letters than were typed. */
  const isLate = isAsked && !isError && (settled !== words || data === undefined || isPlaceholderData)
  const shows = isAsked && (data !== undefined || isError)
  const isEmpty = shows && towns.length === 0 && !isLate

  const pick = (town: Town): void => {
    setOpen(false)
    setTyped(town.matched ?? town.name)
    onPick(town, words)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      setOpen(false)
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && towns.length > 0) {
      event.preventDefault()
      setOpen(true)
      setMarked((now) => (now + step + towns.length) % towns.length)
    }
    if (event.key !== 'Enter') return
    // Never the whole form from here.
    event.preventDefault()
    const town = shows && !isLate ? towns[marked] : undefined
    if (town) pick(town)
  }

  return (
    <search
      ref={box}
      className={styles.placeSearch}
      onBlur={({ relatedTarget }) => {
        if (!box.current?.contains(relatedTarget)) setOpen(false)
      }}
    >
      <label htmlFor={`${id}-input`}>{text('place.search')}</label>
      <div className={styles.placeSearchBox}>
        <Icon name="search" size={18} />
        <input
          id={`${id}-input`}
          role="combobox"
          aria-expanded={shows}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-invalid={fault === undefined ? undefined : true}
          aria-describedby={fault === undefined ? undefined : `${id}-fault`}
          aria-activedescendant={shows && towns.length > 0 ? `${id}-${marked}` : undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          placeholder={text('place.search.placeholder')}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setMarked(0)
            setOpen(true)
            const typedPlace = parsePlace(target.value)
            if (typedPlace) onPlace({ latitude: Number(typedPlace.latitude), longitude: Number(typedPlace.longitude) })
          }}
          onFocus={() => setOpen(true)}
          onKeyDown={onKeyDown}
        />
      </div>
      <div role="alert" id={`${id}-fault`}>
        {fault !== undefined && (
          <span className={fieldStyles.fieldError}>
            <Icon name="warning" size={16} />
            {fault}
          </span>
        )}
      </div>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={text('place.found')}
        className={styles.placeSearchList}
        hidden={!shows || towns.length === 0}
      >
        {towns.map((town, at) => (
          <div
            key={town.id}
            id={`${id}-${at}`}
            role="option"
            tabIndex={-1}
            aria-selected={at === marked}
            className={styles.placeSearchOption}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => pick(town)}
            onKeyDown={onKeyDown}
          >
            <b>{town.matched ?? town.name}</b>
            <span>
              {[town.matched ? town.name : undefined, town.region, town.country.name].filter(Boolean).join(', ')}
            </span>
          </div>
        ))}
      </div>
      <p
        role="status"
        className={
          isEmpty ? styles.placeSearchNone : isLate && towns.length === 0 ? styles.placeSearchLate : 'visually-hidden'
        }
      >
        {isLate
          ? text('shell.loading')
          : shows && (isError ? text('place.search.failed') : text('place.search.count', { count: towns.length }))}
      </p>
    </search>
  )
}
