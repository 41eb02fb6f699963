/** Writes answers to standard output: as JSON, or selected parts of it. */
import { stdout } from 'node:process'
import type { Globals } from './arguments.ts'
import { select } from './select.ts'
import { printable } from './table.ts'

export function print(answer: unknown, { json, jq }: Globals): void {
  if (answer === undefined) return
  if (jq !== undefined)
    for (const part of select(answer, jq)) line(typeof part === 'string' ? part : JSON.stringify(part))
  else if (typeof answer === 'string') line(answer)
  else line(json ? JSON.stringify(answer) : JSON.stringify(answer, null, 2))
}

/** Escapes control characters for a terminal; a pipe gets the text unchanged. */
export function line(text: string): void {
  const shown = stdout.isTTY ? printable(text, '\n\t') : text
  stdout.write(shown.endsWith('\n') ? shown : `${shown}\n`)
}

export function widthOf(): number | undefined {
  return stdout.isTTY ? stdout.columns : undefined
}
