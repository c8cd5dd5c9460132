import { CompiledQuery, type Kysely } from 'kysely'
import type pg from 'pg'
import type { Tables } from '../../platform/db/tables.ts'

/** Runs one statement of a transaction, with Kysely or bare pg (ADR 12). */
export type Query = <Row>(text: string, values: readonly unknown[]) => Promise<readonly Row[]>

export const queryOfClient =
  (client: Pick<pg.ClientBase, 'query'>): Query =>
  async <Row>(text: string, values: readonly unknown[]) =>
    (await client.query(text, [...values])).rows as Row[]

export const queryOfKysely =
  (kysely: Kysely<Tables>): Query =>
  async <Row>(text: string, values: readonly unknown[]) =>
    (await kysely.executeQuery(CompiledQuery.raw(text, [...values]))).rows as Row[]
