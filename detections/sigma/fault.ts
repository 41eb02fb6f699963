import { LIMITS } from './limits.ts'

/** Why a part of a rule file is not in the rule set. `line` counts from 1; 0 is the file as a whole. */
export type Fault = { readonly file: string; readonly line: number; readonly reason: string }

/** Orders faults by file, then by line. */
export function byPlace(a: Pick<Fault, 'file' | 'line'>, b: Pick<Fault, 'file' | 'line'>): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1
  return a.line - b.line
}

export type Path = readonly (string | number)[]

/**
 * Ends the parsing of one document. `path` is the location in it, for the line; caught only where documents are parsed.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly path: Path

  constructor(reason: string, path: Path = []) {
    super(reason)
    this.path = path
  }
}

/** Quotes text of a rule inside a reason: one line, in double quotes, cut when it is long. */
export function quote(text: string): string {
  const cut = text.length > LIMITS.quoteChars ? `${text.slice(0, LIMITS.quoteChars)}...` : text
  return JSON.stringify(cut)
}

/**
 * Reason for a second rule with the same id. Line 0 when the first one is stored elsewhere, and its line is unknown.
 */
export function duplicateIdReason(id: string, { file, line }: Pick<Fault, 'file' | 'line'>): string {
  return `id ${quote(id)} is taken by ${file}${line > 0 ? `:${line}` : ''}`
}

/** Describes any value inside a reason. Never calls a map's `toString`, which may come from the rule. */
export function describe(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'a map' : quote(String(value))
}
