/**
 * Parses YAML text to documents that can map a path back to its line. A syntax error costs only its own document: a
 * document marker cannot occur inside a scalar, so the text around a broken document is parsed separately.
 */
import { CORE_SCHEMA, constructFromEvents, EVENT_ID, mergeTag, parseEvents, YAMLException } from 'js-yaml'
import { readBlockYaml } from './block-yaml.ts'
import { exactInt } from './exact-int.ts'
import type { Path } from './fault.ts'
import { LIMITS } from './limits.ts'
import { lineFinder, offsetOf, startOf } from './yaml-lines.ts'

export type YamlDocument = {
  readonly value: unknown
  readonly line: number
  /** Line of the key or the list item that `path` names, or of the nearest place above it that the document has. */
  lineOf(path: Path): number
}

export type YamlFault = { readonly line: number; readonly reason: string }

const SCHEMA = CORE_SCHEMA.withTags(mergeTag, exactInt)

/** Documents in their order; empty ones are left out. Never throws. */
export function readYaml(text: string): { documents: YamlDocument[]; faults: YamlFault[] } {
  const simple = readBlockYaml(text)
  return simple === null ? readFully(text) : { documents: [simpleDocument(text, simple)], faults: [] }
}

/** Lines are needed only for faults; the full reader then finds them. */
function simpleDocument(text: string, { value, start }: { value: unknown; start: number }): YamlDocument {
  let full: YamlDocument | undefined
  return {
    value,
    line: lineFinder(text)(start),
    lineOf: (path) => {
      full ??= documentsOf(text, 0)[0]
      return full?.lineOf(path) ?? 0
    },
  }
}

/** Reads any YAML: for texts that are not simple, and for tests of the simple reader. */
export function readFully(text: string): { documents: YamlDocument[]; faults: YamlFault[] } {
  try {
    return { documents: documentsOf(text, 0), faults: [] }
  } catch (error) {
    const parts = splitDocuments(text)
    return parts.length === 1 ? { documents: [], faults: [faultOf(error, 0)] } : readParts(parts)
  }
}

type Part = { readonly text: string; readonly linesBefore: number }

function readParts(parts: readonly Part[]): { documents: YamlDocument[]; faults: YamlFault[] } {
  if (parts.length > LIMITS.documents) return { documents: [], faults: [tooMany(parts.length)] }
  const documents: YamlDocument[] = []
  const faults: YamlFault[] = []
  for (const part of parts) {
    try {
      documents.push(...documentsOf(part.text, part.linesBefore))
    } catch (error) {
      faults.push(faultOf(error, part.linesBefore))
    }
  }
  return { documents, faults }
}

/**
 * The value of a text with one document, in time that is linear in its length. Throws for a broken text, several
 * documents, nesting past the limit, and more than `aliases` uses of anchors.
 */
export function readOneYaml(text: string, aliases: number): unknown {
  const events = parseEvents(text, { maxDepth: LIMITS.yamlDepth })
  const values = constructFromEvents(events, { source: text, schema: SCHEMA, maxAliases: aliases })
  if (values.length > 1) throw new Error(`${values.length} documents in one file`)
  return values[0] ?? null
}

function documentsOf(text: string, linesBefore: number): YamlDocument[] {
  const events = parseEvents(text, { maxDepth: LIMITS.yamlDepth })
  const roots = events.flatMap((event, i) => (event.type === EVENT_ID.DOCUMENT ? [i + 1] : []))
  if (roots.length > LIMITS.documents) throw new Error(tooMany(roots.length).reason)
  const values = constructFromEvents(events, { source: text, schema: SCHEMA, maxAliases: LIMITS.yamlAliases })
  const lineAt = lineFinder(text)
  return roots.flatMap((root, i) => {
    const value = values[i]
    if (value === null || value === undefined) return []
    return [
      {
        value,
        line: linesBefore + lineAt(startOf(events[root])),
        lineOf: (path: Path) => linesBefore + lineAt(offsetOf(text, events, root, path)),
      },
    ]
  })
}

/** Splits at document markers. Each part begins with its marker. */
function splitDocuments(text: string): Part[] {
  const parts: Part[] = []
  let begin = 0
  let linesBefore = 0
  for (const marker of text.matchAll(/^---(?=\s|$)/gm)) {
    const part = text.slice(begin, marker.index)
    parts.push({ text: part, linesBefore })
    linesBefore += part.split('\n').length - 1
    begin = marker.index
  }
  parts.push({ text: text.slice(begin), linesBefore })
  return parts
}

function faultOf(error: unknown, linesBefore: number): YamlFault {
  if (!(error instanceof YAMLException)) return { line: linesBefore + 1, reason: (error as Error).message }
  return { line: linesBefore + (error.mark?.line ?? 0) + 1, reason: `not YAML: ${error.reason}` }
}

function tooMany(count: number): YamlFault {
  return { line: 0, reason: `${count} documents in one file; at most ${LIMITS.documents} are read` }
}
