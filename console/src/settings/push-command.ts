/** A command that pushes one event with a new token; it works when it is copied unchanged. */
import type { Schemas } from '../api/client.ts'

const CONSOLE_PORT = 3000
const INGEST_PORT = 8081
/** Maximum of `SVC_PORT_OFFSET`, which moves all ports of one installation by the same number. */
const OFFSET_MAX = 40_000

type Pushed = Pick<Schemas['NewInboxToken'], 'token' | 'inbox_url'> & { readonly template_id: string }

export function pushCommand({ token, inbox_url: inbox, template_id: template }: Pushed): string {
  const event = JSON.stringify({ title: 'hello', severity: 'low', host: 'laptop' })
  const json = "-H 'Content-Type: application/json'"
  if (inbox.includes(token)) return `curl ${json} -d '${event}' '${ingestOrigin()}${inbox}'`
  const scheme = template === 'splunk-hec' ? 'Splunk' : 'Bearer'
  const body =
    template === 'splunk-hec'
      ? JSON.stringify({ event: JSON.parse(event) })
      : JSON.stringify({ events: [JSON.parse(event)] })
  return `curl -H 'Authorization: ${scheme} ${token}' ${json} -d '${body}' '${ingestOrigin()}${inbox}'`
}

/** The ingest service on this console's host; another address is known only to the operators. */
function ingestOrigin(): string {
  const offset = Number(location.port) - CONSOLE_PORT
  const isBeside = location.port !== '' && offset >= 0 && offset <= OFFSET_MAX
  return isBeside ? `http://${location.hostname}:${INGEST_PORT + offset}` : 'https://INGEST'
}
