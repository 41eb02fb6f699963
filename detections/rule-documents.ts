/**
 * YAML documents of a file of EQL or KQL rules. Sigma has a reader of its own (`sigma/yaml.ts`): its files are many, and its
 * integers exact.
 */
import type { Document, LineCounter, YAMLMap } from 'yaml'
import { lazyPackage } from '../platform/lazy-package.ts'

export const yaml = lazyPackage<typeof import('yaml')>('yaml')

export type RuleDocument = {
  readonly document: Document
  readonly contents: YAMLMap
  readonly line: number
  readonly column: number
}
export type DocumentFault = { readonly line: number; readonly column: number; readonly reason: string }

/** Documents that are not empty, each a map of fields or a fault; null for YAML that is nested too deep. */
export function ruleDocuments(
  text: string,
): { readonly documents: readonly (RuleDocument | DocumentFault)[]; readonly lines: LineCounter } | null {
  const { LineCounter, parseAllDocuments } = yaml()
  const lines = new LineCounter()
  try {
    const documents: readonly Document[] = [...parseAllDocuments(text, { lineCounter: lines, uniqueKeys: true })]
    const full = documents.filter((document) => document.contents !== null || document.errors.length > 0)
    return { documents: full.map((document) => checked(document, lines)), lines }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return null
  }
}

function checked(document: Document, lines: LineCounter): RuleDocument | DocumentFault {
  const { contents, errors } = document
  const { line, col: column } = lines.linePos(contents?.range?.[0] ?? document.range?.[0] ?? 0)
  const [error] = errors
  if (error)
    return {
      line: error.linePos?.[0].line ?? line,
      column: 1,
      reason: `not YAML: ${(error.message.split('\n')[0] ?? '').slice(0, 200)}`,
    }
  return yaml().isMap(contents)
    ? { document, contents, line, column }
    : { line, column, reason: 'the rule must be a map of fields' }
}
