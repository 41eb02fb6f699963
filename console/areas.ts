/**
 * Lists by area the operations of the API that the console calls, and the page that calls them: `node bin/run.mjs
 * console/areas.ts` writes docs/console.md. An area without a page has a reason.
 */
import fs from 'node:fs'
import path from 'node:path'
import { readApiDocument } from '../schemas/api-document.ts'
import { UNCALLED } from './uncalled-operations.ts'

const SOURCES = path.join(import.meta.dirname, 'src')
export const PAGE = path.join(import.meta.dirname, '../docs/console.md')
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

/** The page of an area, by the first segment of its paths. */
export const PAGES: Readonly<Record<string, string>> = {
  ...{
    airgap: '/settings',
    vault: '/settings',
    auth: 'sign-in',
    passkeys: '/settings',
    'sso-connections': '/access',
    users: '/access',
  },
  ...{ 'api-keys': '/settings', rbac: '/access', alerts: '/alerts', 'alert-bulk-changes': '/alerts' },
  ...{ 'alert-views': '/alerts', cases: '/cases', 'case-templates': '/sla', 'case-fields': '/sla' },
  ...{ 'case-sla-policies': '/sla', 'case-queues': '/sla', 'case-escalation-policies': '/sla', sla: '/sla' },
  ...{ 'autonomy-policy': '/automation', copilot: '/cases', events: '/search', lake: '/usage', federated: '/search' },
  ...{
    osquery: '/hunts',
    enrichment: '/entities',
    hunts: '/hunts',
    oncall: '/oncall',
    honeytokens: '/honeytokens',
    'honeytoken-ignores': '/honeytokens',
    'purple-team': '/purple-team',
  },
  ...{ compliance: '/compliance', governance: '/governance', sources: '/pipeline', notifications: '/settings' },
  ...{ chat: '/settings', approvals: '/response', deputies: '/oncall', 'standing-approvals': '/response' },
  ...{ campaigns: '/response', actions: '/response', response: '/response', connectors: '/connectors' },
  ...{ 'playbook-secrets': '/response', playbooks: '/response', 'playbook-hooks': '/response' },
  ...{
    'playbook-runs': '/response',
    audit: '/audit',
    realtime: '/alerts',
    'schema-drift': '/pipeline',
    'dead-letters': '/pipeline',
  },
  ...{ ueba: '/entities', 'entity-risk': '/entities', 'scim-tokens': '/access', tenants: '/usage' },
  ...{
    branding: '/settings',
    llm: '/automation',
    marketplace: '/detections/marketplace',
    'mcp-servers': '/automation',
  },
  ...{
    sandbox: '/automation',
    phishing: '/phishing',
    intel: '/intel',
    inbox: '/settings',
    usage: '/usage',
    'investigation-questions': '/cases',
    'agent-comparisons': '/automation',
  },
  ...{ reports: '/reports', 'report-schedules': '/reports', exports: '/audit' },
  ...{ push: '/settings', organisation: '/organisation', delegations: '/organisation', rules: '/detections' },
  ...{ detections: '/detections', 'detection-proposals': '/detections/proposals', health: '/automation' },
}
/** Areas that have no page, and why. */
export const WITHOUT: Readonly<Record<string, string>> = {
  scim: 'identity providers call it',
  healthz: 'probes call it',
  'audit-log': 'the older name of audit',
  identity: 'the page of governance erases a person, with a certificate',
  configuration: 'svc apply and svc pull use it, for files under version control',
  investigations: 'the ledger of a case shows its entries',
}

type Reached = { readonly area: string; readonly reached: readonly string[]; readonly missing: readonly string[] }

/** Every operation by area, and whether the console's sources name it. */
export function reachedAreas(): Reached[] {
  const { paths } = readApiDocument()
  const named = namedInSources()
  const areas = new Map<string, { reached: string[]; missing: string[] }>()
  for (const [at, methods] of Object.entries(paths)) {
    if (!at.startsWith('/api/v1/')) continue
    const area = at.slice('/api/v1/'.length).split('/')[0] ?? ''
    const own = areas.get(area) ?? { reached: [], missing: [] }
    areas.set(area, own)
    for (const method of METHODS) {
      if (!(method in methods)) continue
      const operation = `${method.toUpperCase()} ${at}`
      ;(named(operation) ? own.reached : own.missing).push(operation)
    }
  }
  return [...areas].map(([area, own]) => ({ area, ...own })).sort((a, b) => a.area.localeCompare(b.area))
}

/** Finds `GET('/api/v1/x'`, `'GET /api/v1/x'`, and literal paths that are fetched; a part in `${}` stands for one segment. */
function namedInSources(): (operation: string) => boolean {
  const text = sourcesText()
  const exact = new Set<string>()
  const patterns: RegExp[] = []
  for (const [, method, at = ''] of text.matchAll(
    /\b(GET|POST|PUT|PATCH|DELETE)(?:\(\s*['"`]| )(\/api\/v1\/[^'"`\s?]*)/g,
  )) {
    const operation = `${method} ${at}`
    if (at.includes('${'))
      patterns.push(new RegExp(`^${operation.replaceAll(/[{}.]/g, '\\$&').replaceAll(/\$\\\{[^}]*\\\}/g, '[a-z-]+')}$`))
    else exact.add(operation)
  }
  const fetched = new Set([...text.matchAll(/['"`](\/api\/v1\/[^'"`$?]*)/g)].map(([, at]) => at))
  return (operation) =>
    exact.has(operation) ||
    patterns.some((one) => one.test(operation)) ||
    (/^(?:GET|POST) /.test(operation) && isFetched(operation, fetched))
}

/** The console signs in and refreshes with `fetch`, and opens streams with `EventSource`. */
const isFetched = (operation: string, fetched: ReadonlySet<string | undefined>): boolean =>
  /\/(auth\/(login|refresh)|realtime\/sse)$/.test(operation) && fetched.has(operation.split(' ')[1])

function sourcesText(): string {
  return fs
    .readdirSync(SOURCES, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.d\.ts$|\.test\./.test(entry.name))
    .map((entry) => fs.readFileSync(path.join(entry.parentPath, entry.name), 'utf8'))
    .join('\n')
}

/** Groups operations by their reason. */
function uncalledRows(missing: readonly string[]): readonly string[] {
  const byReason = Map.groupBy(missing.map(withoutPrefix), (operation) => UNCALLED[operation] ?? 'no reason')
  return [...byReason].map(([reason, some]) => `${some.map((one) => `\`${one}\``).join(', ')}: ${reason}`)
}

/** Turns `GET /api/v1/alerts` into `GET /alerts`. */
export const withoutPrefix = (operation: string): string => operation.replace('/api/v1', '')

export function coveragePage(): string {
  const areas = reachedAreas()
  const rows = areas.map(({ area, reached, missing }) => {
    const where = PAGES[area] ?? WITHOUT[area] ?? 'no page yet'
    const rest = WITHOUT[area] === undefined ? uncalledRows(missing).join('; ') : ''
    return `| ${area} | ${where} | ${reached.length} of ${reached.length + missing.length} | ${rest} |`
  })
  const reached = areas.reduce((sum, one) => sum + one.reached.length, 0)
  const all = areas.reduce((sum, one) => sum + one.reached.length + one.missing.length, 0)
  return `# Operations of the API in the console

\`node bin/run.mjs console/areas.ts\` writes this page from the API document and the console's sources. Tests check that each area has a
page or a reason, and that the console calls each operation or has a reason. Forms are drawn from the API document, and the console
hides what an account may not do. It calls ${reached} of ${all} operations.

| Area | Page, or why there is none | Called operations | Operations that it does not call, and why |
|---|---|---|---|
${rows.join('\n')}
`
}

if (import.meta.main) fs.writeFileSync(PAGE, coveragePage())
