import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Instance } from '../instance.ts'

/** Sends a tenant's events, as a collector of its endpoints does. */
export async function push(instance: Instance, token: string, events: readonly object[]): Promise<void> {
  const url = `${instance.ingestUrl}/v1/ingest/batch?connector_id=edr&connector_type=test&source_format=auto`
  const answer = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' },
    body: events.map((event) => `${JSON.stringify(event)}\n`).join(''),
  })
  if (answer.status !== 202) throw new Error(`${answer.status}: ${await answer.text()}`)
}

/** The id of a built-in rule. */
export function idOfRule(file: string): string {
  const folder = path.join(import.meta.dirname, '../../../detections/content/rules')
  return /^id: (.*)$/m.exec(readFileSync(path.join(folder, file), 'utf8'))?.[1] ?? ''
}
