import type { CorrelationDraft } from './correlation.ts'
import { type Lookup, referencesOf } from './resolve-correlation.ts'

/**
 * Orders correlations after those to which they refer. `circular` are those on a cycle of references, or that depend on
 * one.
 */
export function inOrder(
  drafts: readonly CorrelationDraft[],
  lookup: Lookup,
): { ordered: CorrelationDraft[]; circular: CorrelationDraft[] } {
  const needs = new Map(drafts.map((draft) => [draft.metadata.id, new Set<string>()]))
  const neededBy = new Map<string, CorrelationDraft[]>(drafts.map((draft) => [draft.metadata.id, []]))
  for (const draft of drafts) {
    for (const reference of referencesOf(draft)) {
      const found = lookup(reference)
      if ('reason' in found || !neededBy.has(found.id)) continue
      needs.get(draft.metadata.id)?.add(found.id)
      neededBy.get(found.id)?.push(draft)
    }
  }
  const ordered = drafts.filter((draft) => needs.get(draft.metadata.id)?.size === 0)
  for (const { metadata } of ordered) {
    for (const draft of neededBy.get(metadata.id) ?? []) {
      const open = needs.get(draft.metadata.id)
      if (open?.delete(metadata.id) && open.size === 0) ordered.push(draft)
    }
  }
  return { ordered, circular: drafts.filter((draft) => needs.get(draft.metadata.id)?.size !== 0) }
}
