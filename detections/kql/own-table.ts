/**
 * Finds an event's table when several tables come from one log: sign-ins of users, service principals and managed
 * identities are exported together, and each event names its table in `Type` or `category` (Azure Monitor, Export to
 * Log Analytics and to Event Hubs; Microsoft Defender XDR, Streaming API).
 */
import { KQL_TABLES } from './tables.ts'

/** Categories of diagnostic settings whose names differ from their tables. */
const CATEGORIES: Readonly<Record<string, string>> = {
  noninteractiveusersigninlogs: 'AADNonInteractiveUserSignInLogs',
  serviceprincipalsigninlogs: 'AADServicePrincipalSignInLogs',
  managedidentitysigninlogs: 'AADManagedIdentitySignInLogs',
  userriskevents: 'AADUserRiskEvents',
  serviceprincipalriskevents: 'AADServicePrincipalRiskEvents',
  riskyusers: 'AADRiskyUsers',
  provisioninglogs: 'AADProvisioningLogs',
}
/** Views that show the sign-ins of other tables under other names. */
const VIEWS = new Set([
  'AADSignInEventsBeta',
  'EntraIdSignInEvents',
  'AADSpnSignInEventsBeta',
  'EntraIdSpnSignInEvents',
])
const BY_NAME = new Map(Object.keys(KQL_TABLES).map((name) => [name.toLowerCase(), name]))

/** False when an event that names the table `named` belongs to another table of the same log. */
export function isOfTable(table: string, named: string | null): boolean {
  return VIEWS.has(table) || named === null || named === table || !haveSameLog(named, table)
}

/** The table that the event names; null when it names none. */
export function tableNamedIn({ Type, category, Category }: Readonly<Record<string, unknown>>): string | null {
  for (const value of [Type, category, Category]) {
    if (typeof value !== 'string') continue
    const word = value.toLowerCase().replace(/^advancedhunting-/, '')
    const table = BY_NAME.get(word) ?? (Object.hasOwn(CATEGORIES, word) ? CATEGORIES[word] : undefined)
    if (table !== undefined) return table
  }
  return null
}

function haveSameLog(a: string, b: string): boolean {
  const [x, y] = [KQL_TABLES[a]?.logSource, KQL_TABLES[b]?.logSource]
  return x?.product === y?.product && x?.category === y?.category && x?.service === y?.service
}
