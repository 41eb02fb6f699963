/** Connectors of a tenant: made, changed, tried and removed. */
import { tableFor } from '../../../connectors/polling/generic.ts'
import { placesOf } from '../../../connectors/polling/places.ts'
import { pollPages } from '../../../connectors/polling/poll.ts'
import type { FieldSpec, PollTable } from '../../../connectors/polling/table.ts'
import { isSourceFormat, SOURCE_FORMATS } from '../../../connectors/source-formats.ts'
import { connectorType } from '../../../connectors/vendor-apis.ts'
import type { Egress } from '../../../platform/egress/client.ts'
import { type Reach, requireReachable } from '../../../platform/egress/reach.ts'
import { AppError, noSuch, requireFound } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import {
  type Addresses,
  type AuthConfig,
  openAuthConfig,
  requireSecretAgain,
  saveAuthConfig,
  type Vault,
  viewAuthConfig,
} from '../vault/index.ts'
import { askOver } from './ask.ts'
import type { Connector, Settings } from './connector.ts'
import * as store from './connector-store.ts'
import { CONNECTOR_LIMITS } from './limits.ts'

export type ConnectorInput = {
  /** Null: the title of the type, with a number where that is taken. */
  readonly name: string | null
  readonly type: string
  readonly authConfig: Readonly<Record<string, string | null>>
  readonly config: Settings
  readonly intervalSeconds: number
  readonly enabled: boolean
}

/** Throws 422 for an unknown type and for missing settings, `conflict` for a name in use. */
export async function createConnector(
  tx: TenantTx,
  vault: Vault,
  reach: Reach,
  connector: ConnectorInput,
): Promise<Connector> {
  const all = await store.connectorsOf(tx)
  if (all.length >= CONNECTOR_LIMITS.connectors)
    throw new AppError('conflict', `a tenant has at most ${CONNECTOR_LIMITS.connectors} connectors`)
  const table = requireTable(connector.type)
  const usedNames = new Set(all.map(({ name }) => name))
  const name = connector.name ?? freeName(table.title, usedNames)
  if (usedNames.has(name)) throw new AppError('conflict', 'another connector has this name')
  checkFields('auth_config', table.secrets, connector.authConfig)
  checkSettings(table, connector.config, reach)
  const { authConfig: _, ...members } = connector
  const rest = { ...members, name }
  const made = await store.insertConnector(tx, rest)
  // Sealed for this very connector: a secret that is moved to another row stays shut.
  const authConfig = saveAuthConfig(vault, connector.authConfig, {}, useOf(tx, made.id, 'save'))
  return store.updateConnector(tx, made.id, { ...rest, authConfig })
}

function freeName(title: string, usedNames: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? title : `${title} ${number}`
    if (!usedNames.has(name)) return name
  }
}

/**
 * Fields missing from `auth_config` are kept. Throws like `createConnector`; `not_found`; and 422 for a kept secret
 * that would be sent to another address than it was entered for.
 */
export async function changeConnector(
  tx: TenantTx,
  vault: Vault,
  reach: Reach,
  id: string,
  change: Partial<Omit<ConnectorInput, 'type' | 'name'> & { readonly name: string }>,
): Promise<Connector> {
  const before = await requireConnector(tx, id)
  const table = requireTable(before.type)
  const config = change.config ?? before.config
  checkSettings(table, config, reach)
  for (const field of keptSecrets(before, change.authConfig ?? {}))
    requireSecretAgain(`auth_config.${field}`, addressesOf(table, before.config), addressesOf(table, config))
  if (change.name !== undefined && change.name !== before.name)
    if ((await store.connectorsOf(tx)).some(({ name }) => name === change.name))
      throw new AppError('conflict', 'another connector has this name')
  const authConfig = saveAuthConfig(vault, change.authConfig ?? {}, before.authConfig, useOf(tx, id, 'save'))
  checkFields('auth_config', table.secrets, authConfig)
  const { name = before.name, intervalSeconds = before.intervalSeconds, enabled = before.enabled } = change
  return store.updateConnector(tx, id, { name, type: before.type, authConfig, config, intervalSeconds, enabled })
}

/** Throws `not_found`. */
export async function requireConnector(tx: TenantTx, id: string): Promise<Connector> {
  return requireFound(await store.lockConnector(tx, id), 'connector')
}

export async function deleteConnector(tx: TenantTx, id: string): Promise<void> {
  if (!(await store.deleteConnectorRow(tx, id))) throw noSuch('connector')
}

/**
 * Throws `not_found`, `conflict` for a connector that is off or blocked, `secret_unreadable` for one whose secret
 * cannot be opened.
 */
export async function askForPoll(tx: TenantTx, vault: Vault, id: string): Promise<Connector> {
  const connector = await requireConnector(tx, id)
  openedAuth(tx, vault, connector, 'poll')
  const { state } = connector
  const polled = await store.pollNow(tx, id)
  if (polled === null) throw new AppError('conflict', `a connector that is ${state} is polled when it is saved again`)
  return polled
}

export type Tried = {
  readonly ok: boolean
  readonly events: number
  readonly reason: string | null
  readonly newest: Date | null
}

/** Fetches one page of the last hour with unsaved settings; no event is stored or ingested. Throws 422. */
export async function tryConnector(
  egress: Egress,
  reach: Reach,
  change: { readonly type: string; readonly authConfig: AuthConfig; readonly config: Settings },
  nowMs: number,
): Promise<Tried> {
  const table = requireTable(change.type)
  checkFields('auth_config', table.secrets, change.authConfig)
  checkSettings(table, change.config, reach)
  const input = {
    ...{ table: tableFor(table, change.config), secrets: change.authConfig, settings: change.config },
    ...{ sinceMs: nowMs - 3_600_000, untilMs: nowMs, ask: askOver(egress), nowMs: () => nowMs },
  }
  try {
    const pages = pollPages(input)
    const first = await pages.next()
    await pages.return(undefined)
    const page = first.done ? null : first.value
    const newest = page?.newestMs == null ? null : new Date(page.newestMs)
    return { ok: true, events: page?.events.length ?? 0, reason: null, newest }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { ok: false, events: 0, reason: withoutSecrets(error.message, change.authConfig), newest: null }
  }
}

/** The same with the stored settings. */
export function openedAuth(tx: TenantTx, vault: Vault, { id, authConfig }: Connector, caller: string): AuthConfig {
  return openAuthConfig(vault, authConfig, useOf(tx, id, caller))
}

/** Removes secrets from a text, because vendors may echo requests. */
export function withoutSecrets(text: string, auth: AuthConfig): string {
  return Object.values(auth)
    .filter((value) => value.length >= 6)
    .reduce((rest, value) => rest.replaceAll(value, '[secret]'), text)
}

export function requireTable(type: string): PollTable {
  const table = connectorType(type)?.poll
  if (table === undefined) throw invalid('type', `${type} is no kind of connector`)
  return table
}

function useOf({ tenantId }: TenantTx, connectorId: string, what: string) {
  return { tenantId, connectorId, caller: `connector:${what}` }
}

function checkFields(
  place: string,
  specs: readonly FieldSpec[],
  members: Readonly<Record<string, string | null>>,
): void {
  const known = new Set(specs.map(({ name }) => name))
  const unknown = Object.keys(members).find((name) => !known.has(name))
  if (unknown !== undefined) throw invalid(place, `has no field ${unknown}`)
  const missing = specs.find(({ name, isRequired }) => isRequired && !members[name])
  if (missing) throw invalid(place, `needs ${missing.name}: ${missing.about}`)
}

/** Stored, and not sent again. */
function keptSecrets({ authConfig }: Connector, values: Readonly<Record<string, string | null>>): string[] {
  return viewAuthConfig(authConfig).secretsSet.filter((field) => !Object.hasOwn(values, field))
}

const isAddress = (name: string) => name === 'url' || name.endsWith('_url')

/** The addresses to which the connector sends its secrets, from its settings and defaults. */
function addressesOf(table: PollTable, settings: Settings): Addresses {
  const places = placesOf({ table, settings, sinceMs: 0, untilMs: 0 })
  return Object.fromEntries(
    table.settings.flatMap(({ name }) => (isAddress(name) ? [[name, places[name] || null] as const] : [])),
  )
}

function checkSettings(table: PollTable, config: Settings, reach: Reach): void {
  checkFields('connector_config', table.settings, config)
  for (const [name, value] of Object.entries(config)) {
    if (value.length > 2000) throw invalid('connector_config', `${name} has more than 2000 characters`)
    const isUrl = isAddress(name)
    const url = isUrl ? URL.parse(value) : null
    if (isUrl && (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== ''))
      throw invalid('connector_config', `${name} is an http or https address without user`)
    // A placeholder in the host is filled later, so the host is not known yet.
    if (url !== null && /[{}]/.test(url.host)) throw invalid('connector_config', `${name} has a place in its host`)
    if (url !== null) requireReachable('connector_config', url, reach, { name })
    if (name === 'source_format' && !isSourceFormat(value))
      throw invalid('connector_config', `source_format ${value} is not known; one of ${SOURCE_FORMATS.join(', ')}`)
    if (!isUrl && /[/?#\s]/.test(value) && ['organisation', 'account_id', 'index'].includes(name))
      throw invalid('connector_config', `${name} is a name, without slashes and blanks`)
  }
}
