import { assert } from '../../platform/assert.ts'
import type { OpenFirst, Placed } from '../../platform/paging.ts'

/** A row as the driver returns it. The functions below read a column and assert its type. */
export type Row = Readonly<Record<string, unknown>>

export function text(row: Row, column: string): string {
  const value = row[column]
  assert(typeof value === 'string', `column ${column} holds text`)
  return value
}

/** Also for `bigint` columns, which the driver returns as text: our values stay far below 2^53, and this asserts it. */
export function int(row: Row, column: string): number {
  const value = typeof row[column] === 'string' ? Number(row[column]) : row[column]
  assert(typeof value === 'number' && Number.isSafeInteger(value), `column ${column} holds a safe integer`)
  return value
}

export function bytes(row: Row, column: string): Buffer {
  const value = row[column]
  assert(Buffer.isBuffer(value), `column ${column} holds bytes`)
  return value
}

export function time(row: Row, column: string): Date {
  const value = row[column]
  assert(value instanceof Date, `column ${column} holds a time`)
  return value
}

/** `orNull(text, row, 'document')` */
export function orNull<T>(read: (row: Row, column: string) => T, row: Row, column: string): T | null {
  return row[column] === null ? null : read(row, column)
}

/** Reads a row of a page: its item and its place, which the statement selects as `position`. */
export function placed<T extends { readonly id: string }>(read: (row: Row) => T): (row: Row) => Placed<T> {
  return placedBy(read, ({ id }) => id)
}

/** The same for items that another member identifies. */
export function placedBy<T>(read: (row: Row) => T, idOf: (item: T) => string): (row: Row) => Placed<T> {
  return (row) => {
    const item = read(row)
    return { item, position: [text(row, 'position'), idOf(item)] }
  }
}

/** Reads a row of a list that begins with the open items; the statement selects `position` and `is_open` too. */
export function openFirst<T extends { readonly id: string }>(read: (row: Row) => T): (row: Row) => OpenFirst<T> {
  return (row) => {
    const item = read(row)
    return { item, position: { isOpen: row.is_open === true, at: [text(row, 'position'), item.id] } }
  }
}

/** A record that was ended, and false when it had ended before, so that a repeat is not audited again. */
export type Ended<T> = { readonly found: T; readonly isNew: boolean }

/** Reads such a record from a statement that selects `is_new`. */
export function endedWith<T>(read: (row: Row) => T): (row: Row) => Ended<T> {
  return (row) => ({ found: read(row), isNew: row.is_new === true })
}
