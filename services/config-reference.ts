/** Writes `docs/configuration.md` from the settings: `node bin/run.mjs services/config-reference.ts`. */
import fs from 'node:fs'
import { API_SETTINGS } from '../api/config.ts'
import { SUBSYSTEMS } from '../api/route-config.ts'
import type { Setting } from '../platform/config.ts'
import { PORTS, SETTINGS } from './config.ts'

export const REFERENCE = new URL('../docs/configuration.md', import.meta.url)

const HEAD = `# Configuration

Every setting is an environment variable. A server address switches one store from embedded to server mode. A value that is
out of bounds stops the process at its start with status 1; the message lists all faults. An empty value means the default.
An unknown variable \`SVC_...\` gives a warning. \`npx svc\` takes \`--data\` and \`--port-offset\` for the first two.

This page is generated from \`services/config.ts\` and \`api/config.ts\` by \`node bin/run.mjs services/config-reference.ts\`; a test checks that it is up to date.

| Variable | When unset | What it is |
|---|---|---|
`

const LOG_LEVEL =
  '| `SVC_LOG_LEVEL` | `info` | least severe line that is logged: trace, debug, info, warn, error, fatal |\n'

export function configReference(): string {
  const settings: readonly Setting<unknown>[] = Object.values(SETTINGS)
  const subsystems = SUBSYSTEMS.map((name) => `\`${name.toUpperCase()}\``).join(', ')
  const ports = Object.entries(PORTS).map(([service, port]) => `| ${service} | ${port} |\n`)
  return [
    HEAD,
    ...settings.map(row),
    LOG_LEVEL,
    `\n## API and realtime\n\n\`SVC_DISABLE_<SUBSYSTEM>\` set to 1 makes routes that need a subsystem answer 503: ${subsystems}.\n\n`,
    '| Variable | When unset | What it is |\n|---|---|---|\n',
    ...Object.values<Setting<unknown>>(API_SETTINGS).map(row),
    '\n## Ports\n\n`SVC_PORT_OFFSET` is added to each.\n\n| Service | Port |\n|---|---|\n',
    ...ports,
  ].join('')
}

function row({ name, fallback, description }: Setting<unknown>): string {
  return `| \`${name}\` | ${fallback === null ? '-' : `\`${fallback}\``} | ${description.replaceAll('|', '\\|')} |\n`
}

if (import.meta.main) fs.writeFileSync(REFERENCE, configReference())
