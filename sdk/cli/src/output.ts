/** Writes answers to standard output: as JSON, or selected parts of it. */
import { stdout } from 'node:process'
import type { Globals } from './arguments.ts'
import { wantsColours } from './colours.ts'
import { select, selectFromList } from './select.ts'
import { printable, tableText } from './table.ts'

export function print(answer: unknown, { json, jq }: Globals): void {
  if (answer === undefined) return
  if (jq !== undefined) printParts(select(answer, jq))
  else if (typeof answer === 'string') line(answer)
  else line(json ? JSON.stringify(answer) : JSON.stringify(answer, null, 2))
}

/** Prints the items of a list as lines of JSON, or what `--jq` selects; returns false for neither. */
export function printList(page: object, member: string, items: readonly unknown[], { json, jq }: Globals): boolean {
  if (jq !== undefined) printParts(selectFromList(page, member, items, jq))
  else if (json) for (const item of items) line(JSON.stringify(item))
  return json || jq !== undefined
}

function printParts(parts: readonly unknown[]): void {
  for (const part of parts) line(typeof part === 'string' ? part : JSON.stringify(part))
}

/** Escapes control characters for a terminal; a pipe gets the text unchanged. */
export function line(text: string): void {
  const shown = stdout.isTTY ? printable(text, '\n\t') : text
  stdout.write(shown.endsWith('\n') ? shown : `${shown}\n`)
}

/** Prints rows as a table for this terminal or pipe. */
export function printTable(rows: readonly unknown[], columns?: readonly string[]): void {
  const width = stdout.isTTY ? stdout.columns : undefined
  stdout.write(tableText(rows, width, columns, wantsColours(stdout)))
}
