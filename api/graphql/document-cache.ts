import type { DocumentNode } from 'graphql/index.js'
import { readDocument } from './document-limits.ts'

/** Parses a document that was not seen of late. Keeps `max` of them; past it the one used least recently goes. */
export function documentCache(max: number): (source: string) => DocumentNode {
  const kept = new Map<string, DocumentNode>()
  return (source) => {
    const document = kept.get(source) ?? readDocument(source)
    kept.delete(source) // re-insert: map order is the order of use
    kept.set(source, document)
    if (kept.size > max) {
      const [oldest] = kept.keys()
      if (oldest !== undefined) kept.delete(oldest)
    }
    return document
  }
}
