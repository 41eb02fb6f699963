import type { DocumentNode } from 'graphql/index.js'
import { readDocument } from './document-limits.ts'

/** Parses documents and caches the `max` most recently used. */
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
