/** A severity as a word; the colour only repeats it. */
const WORDS = ['unknown', 'informational', 'low', 'medium', 'high', 'critical', 'critical'] as const

export function Severity({ level }: { readonly level: string }) {
  return <span className={`severity severity-${level === 'info' ? 'informational' : level}`}>{level}</span>
}

/** The word for OCSF's `severity_id`. */
export function severityWord(id: number): string {
  return WORDS[id] ?? 'unknown'
}
