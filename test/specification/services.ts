/** Services by their default port; each has a health endpoint. */
export const SERVICES: Readonly<Record<number, string>> = {
  8000: 'api',
  8001: 'agents',
  8002: 'actions',
  8003: 'fusion',
  8005: 'threatintel',
  8006: 'purple-team',
  8007: 'ueba',
  8008: 'honeytokens',
  8080: 'enrichment',
  8081: 'ingest',
  8086: 'realtime',
  8443: 'osquery TLS server',
  3000: 'web console',
}
