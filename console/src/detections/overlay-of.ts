/**
 * Finds the overlay of a rule in a list. A tenant's own rule has a record id and the id in its text; overlays use the
 * latter.
 */
export function overlayAmong<T extends { readonly rule_id: string }>(
  overlays: readonly T[],
  id: string,
  ruleIds: readonly string[],
): T | undefined {
  return overlays.find(({ rule_id: named }) => named === id || ruleIds.includes(named))
}
