/** The overlay of a rule in a list. A rule of the tenant's own has an id of its record, and overlays name that of its text. */
export function overlayAmong<T extends { readonly rule_id: string }>(
  overlays: readonly T[],
  id: string,
  ruleIds: readonly string[],
): T | undefined {
  return overlays.find(({ rule_id: named }) => named === id || ruleIds.includes(named))
}
