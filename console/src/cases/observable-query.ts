import { entityQuery } from '../entities/entity-query.ts'
import { quoted } from '../search/completion.ts'

/** The search for the events of an observable. Files and hashes have no field of their own: any text of an event may name them. */
export function observableQuery(kind: string, value: string): string {
  if (kind === 'ip' || kind === 'user' || kind === 'host' || kind === 'domain') return entityQuery(value, kind)
  return kind === 'process' ? `process_name:${quoted(value)}` : quoted(value)
}
