/** OCSF names of `severity_id`, by number. */
const NAMES = ['unknown', 'informational', 'low', 'medium', 'high', 'critical', 'fatal'] as const

/** By name or number; null for anything else. */
export function severityId(text: string): number | null {
  const lower = text.toLowerCase()
  const at = NAMES.findIndex((name, id) => name === lower || String(id) === text)
  return at === -1 ? null : at
}

export function severityName(id: number): string {
  return NAMES[id] ?? 'other'
}
