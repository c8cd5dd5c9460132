import type { LegalText } from '@heliograph/i18n/legal/legal-text.ts'
import { useQuery } from '@tanstack/react-query'
import { createElement, Fragment, type ReactNode } from 'react'
import { type Brand, brandName } from '../../../api/brand.ts'
import { keptDataQuery } from '../../../api/kept-data.ts'
import { useBrand } from '../../../brand/brand-context.ts'
import { useLanguage } from '../../../texts/language-context.ts'
import { ErrorPanel, Skeleton } from '../../../ui/states.tsx'
import { chooseParagraphs, findLegalFacts, writeSpans } from './legal-facts.ts'
import styles from './legal-page.module.css'

type Values = Readonly<Record<string, ReactNode>>

/** @param isPrivacy the text has figures of this server */
export function LegalSections({
  shown,
  always,
  locale,
  isPrivacy,
}: Readonly<{ shown: LegalText; always: string; locale: string; isPrivacy: boolean }>) {
  const brand = useBrand()
  const { code } = useLanguage()
  const { data: kept, error, refetch } = useQuery({ ...keptDataQuery, enabled: isPrivacy })
  const facts = findLegalFacts(brand, code, kept)
  const values: Values = { brand: brandName(brand, code), contact: <Contact support={brand.support} /> }
  const spans = kept && writeSpans(kept, { locale, always })
  return (
    <>
      <Paragraphs texts={chooseParagraphs(shown.lead, facts)} values={values} />
      {shown.sections.map((section) => (
        <section key={section.title}>
          <h2>{section.title}</h2>
          <Paragraphs texts={chooseParagraphs(section.paragraphs, facts)} values={values} />
          {section.kept &&
            (spans ? (
              <dl className={styles.kept}>
                {section.kept.map(({ what, until }) => (
                  <div key={what}>
                    <dt>{what}</dt>
                    <dd>{fill(until, spans)}</dd>
                  </div>
                ))}
              </dl>
            ) : error ? (
              <ErrorPanel compact failure={error} onRetry={() => void refetch()} />
            ) : (
              <Skeleton height={section.kept.length * 30} />
            ))}
        </section>
      ))}
    </>
  )
}

const Paragraphs = ({ texts, values }: Readonly<{ texts: readonly string[]; values: Values }>) =>
  texts.map((text) => <p key={text}>{fill(text, values)}</p>)

/** A text with `{name}` in it: each is replaced by its value. */
const fill = (text: string, values: Values): ReactNode =>
  createElement(
    Fragment,
    null,
    ...text.split(/\{(\w+)\}/).map((part, index) => (index % 2 === 0 ? part : values[part])),
  )

function Contact({ support: { link, mail } }: Readonly<{ support: Brand['support'] }>) {
  return (
    <>
      {mail && <a href={`mailto:${mail}`}>{mail}</a>}
      {mail && link && ', '}
      {link && (
        <a href={link} target="_blank" rel="noreferrer">
          {link}
        </a>
      )}
    </>
  )
}
