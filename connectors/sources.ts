/** Sources with a table of their own, by the names that senders give their format. A new one is one line here. */
import type { SourceMapping } from './mapping.ts'
import { windows } from './windows/mapping.ts'

const SOURCES: readonly (readonly [SourceMapping, readonly string[]])[] = [
  [windows, ['windows', 'windows-xml', 'windows_event', 'winlogbeat', 'nxlog', 'sysmon', 'evtx']],
]

const byFormat = new Map(SOURCES.flatMap(([source, names]) => names.map((name) => [name, source] as const)))

export function sourceOf(format: string): SourceMapping | null {
  return byFormat.get(format.toLowerCase()) ?? null
}

/** For records whose sender names no source; null when none is sure. `guess` is asked first: neighbours are alike. */
export function detectSource(
  record: Readonly<Record<string, unknown>>,
  guess: SourceMapping | null = null,
): SourceMapping | null {
  if (guess?.recognises(record)) return guess
  return SOURCES.find(([source]) => source.recognises(record))?.[0] ?? null
}
