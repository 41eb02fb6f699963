/** `svc connectors types|list`: the available connectors, and those of a tenant. */
import { CONNECTOR_TYPES } from '../../connectors/vendor-apis.ts'
import { connectorsOf } from '../../control/platform/connectors/index.ts'
import { inTenant } from './in-tenant.ts'
import { formatted } from './kql/formats.ts'

const columns = (names: readonly string[]) => names.map((name) => ({ name, type: 'string' as const }))

export async function runConnectorsTypes({ format }: { readonly format: string }): Promise<void> {
  const rows = CONNECTOR_TYPES.map(({ poll: { type, title, category, secrets, settings } }) => {
    const fields = [...secrets, ...settings].filter(({ isRequired }) => isRequired).map(({ name }) => name)
    return [type, category, fields.join(', '), title]
  })
  for (const piece of formatted(format)(columns(['type', 'category', 'needs', 'title']), rows))
    process.stdout.write(piece)
}

export async function runConnectorsList(options: { readonly tenant: string; readonly format: string }): Promise<void> {
  const write = formatted(options.format)
  const connectors = await inTenant(options.tenant, connectorsOf)
  const rows = connectors.map(({ name, type, state, cursorAt, nextPollAt, stateReason }) => [
    ...[name, type, state, cursorAt?.toISOString() ?? '', nextPollAt?.toISOString() ?? ''],
    stateReason ?? '',
  ])
  const names = ['name', 'type', 'state', 'read up to', 'next poll', 'reason']
  for (const piece of write(columns(names), rows)) process.stdout.write(piece)
}
