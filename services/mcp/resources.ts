/** Alerts, cases and rules as resources, by their ids. */
import type { Client } from '../../sdk/typescript/src/index.ts'
import { untrustedText } from './untrusted.ts'

export const RESOURCES = [
  { uri: 'svc://alerts', name: 'Newest alerts', description: 'the 20 newest alerts', mimeType: 'text/plain' },
  { uri: 'svc://cases', name: 'Newest cases', description: 'the 20 newest cases', mimeType: 'text/plain' },
  {
    uri: 'svc://fields',
    name: 'Fields of events',
    description: 'searchable event fields',
    mimeType: 'text/plain',
  },
] as const

export const RESOURCE_TEMPLATES = [
  {
    uriTemplate: 'svc://alerts/{id}',
    name: 'Alert',
    description: 'one alert with its evidence',
    mimeType: 'text/plain',
  },
  { uriTemplate: 'svc://cases/{id}', name: 'Case', description: 'one case', mimeType: 'text/plain' },
  {
    uriTemplate: 'svc://rules/{id}',
    name: 'Rule',
    description: 'one detection rule with its text',
    mimeType: 'text/plain',
  },
  {
    uriTemplate: 'svc://events/{id}',
    name: 'Event',
    description: 'one event as received and as OCSF',
    mimeType: 'text/plain',
  },
] as const

/** Null for an address that names nothing here. */
export async function readResource(uri: string, client: Client, signal: AbortSignal): Promise<string | null> {
  const [, kind = '', id] = /^svc:\/\/(\w+)(?:\/([^/]+))?$/.exec(uri) ?? []
  const options = { signal }
  const named = id === undefined ? '' : decodeURIComponent(id)
  if (id === undefined) {
    if (kind === 'alerts')
      return untrustedText({ ...(await client.alerts.list({ limit: 20 }, options).firstPage()) }, 'items')
    if (kind === 'cases')
      return untrustedText({ ...(await client.cases.list({ limit: 20 }, options).firstPage()) }, 'items')
    return kind === 'fields' ? untrustedText({ ...(await client.events.fields(options)) }) : null
  }
  if (kind === 'alerts') return untrustedText({ ...(await client.alerts.get(named, options)) })
  if (kind === 'cases') return untrustedText({ ...(await client.cases.get(named, options)) })
  if (kind === 'rules') return untrustedText({ ...(await client.rules.get(named, options)) })
  return kind === 'events' ? untrustedText({ ...(await client.events.get(named, options)) }) : null
}
