/**
 * Applies field rules to one record: the only place that does. REST, the query interface, streams, exports, messages to
 * receivers and inputs of models call it.
 */

import { columnsOf, fieldsOfEvent, isKnownName, mayStandFor, namesOfField } from './event-names.ts'
import type { RuledResource, Treatment } from './field-rule.ts'
import type { HiddenField, HiddenFields } from './hidden-fields.ts'
import { FREE_TEXTS, type Members, withhold } from './withhold.ts'

/** The values of the record's hidden fields. */
export function copiesIn(
  resource: RuledResource,
  record: Members,
  hidden: HiddenFields,
): ReadonlyMap<string, Treatment> {
  const fusion = record.fusion as { readonly evidence?: unknown } | null | undefined
  const whole = { ...record, evidence: fusion?.evidence ?? record.evidence }
  const copies = new Map<string, Treatment>()
  hideIndicators(resource, whole, hidden, copies)
  withhold(whole, fieldsFor(resource, whole, hidden, copies), copies)
  return copies
}

/** Changes `record`, and returns the names of the fields whose values were withheld. */
export function showRecord(resource: RuledResource, record: Members, hidden: HiddenFields): readonly string[] {
  if (resource === 'event') return showEvent(record, hidden.get(resource) ?? [])
  const copies = new Map<string, Treatment>()
  const ofIndicators = hideIndicators(resource, record, hidden, copies)
  return [...new Set([...withhold(record, fieldsFor(resource, record, hidden, copies), copies), ...ofIndicators])]
}

/** Names of indicator fields in the matched fields of an alert, where they differ. */
const MATCHED_AS: Readonly<Record<string, string>> = { ioc_type: 'type' }

/** An alert and a detection say which indicator matched; the values go into `copies`, because titles repeat them. */
function hideIndicators(
  resource: RuledResource,
  record: Members,
  hidden: HiddenFields,
  copies: Map<string, Treatment>,
): readonly string[] {
  if (resource !== 'alert' && resource !== 'detection') return []
  return (hidden.get('indicator') ?? []).flatMap(({ name, treatment }) => {
    const matched = `indicator.${MATCHED_AS[name] ?? name}`
    return hideMatched(record, (field) => field === matched, treatment, copies) ? [matched] : []
  })
}

function fieldsFor(
  resource: RuledResource,
  record: Members,
  hidden: HiddenFields,
  copies: Map<string, Treatment>,
): readonly HiddenField[] {
  const derived = (hidden.get('event') ?? []).flatMap((field) => ofEventIn(resource, record, field, copies))
  const ofAlerts = resource === 'alert' ? [] : (hidden.get('alert') ?? []).flatMap((field) => ofAlertIn(record, field))
  const own = hidden.get(resource) ?? []
  // A post-mortem has the fields of its case in an overview.
  const inOverview =
    resource === 'case' && Object.hasOwn(record, 'overview')
      ? own.map((field) => ({ ...field, path: ['overview', ...field.path] }))
      : []
  return [...own, ...inOverview, ...derived, ...ofAlerts]
}

/** They are made of events. */
const OF_EVENTS: ReadonlySet<RuledResource> = new Set(['alert', 'anomaly', 'detection', 'entity_risk', 'ledger_entry'])

/** Resources whose values the texts of another one repeat: a case is opened with the title of its alert. */
const OF_CASES = ['alert', 'event', 'indicator', 'observable'] as const
const OF_WORK = [...OF_CASES, 'case'] as const
const REPEATED: Readonly<Partial<Record<RuledResource, readonly RuledResource[]>>> = {
  alert: ['indicator'],
  case: OF_CASES,
  response_action: OF_WORK,
  approval: OF_WORK,
  playbook_run: OF_WORK,
  ledger_entry: OF_WORK,
}

/**
 * The same for a record that has only some members: a hidden field may be missing from it while a text repeats its
 * value, so such a text is withheld completely.
 */
export function showPart(resource: RuledResource, record: Members, hidden: HiddenFields): readonly string[] {
  const own = hidden.get(resource) ?? []
  const isWhole =
    own.every(({ path: [first = ''] }) => Object.hasOwn(record, first)) &&
    !(hidden.has('event') && OF_EVENTS.has(resource)) &&
    !(REPEATED[resource] ?? []).some((other) => hidden.has(other))
  const withheld = showRecord(resource, record, hidden)
  if (isWhole) return withheld
  const texts: HiddenField[] = FREE_TEXTS.map((name) => ({ name, path: [name], treatment: 'redact' }))
  return [...new Set([...withheld, ...withhold(record, texts)])]
}

function showEvent(record: Members, own: readonly HiddenField[]): readonly string[] {
  if (own.length > 0 && record.event_uid === null && Object.hasOwn(record, 'document')) {
    // A row of a query: the fields behind its columns are unknown.
    return withhold(record, [{ name: 'document', path: ['document'], treatment: 'redact' }])
  }
  const named = new Set([...withhold(record, own.flatMap(fieldsOfEvent)), ...hideTextsOfHit(record, own)])
  if (named.size === 0) return []
  // The raw text has the value too, in whatever form the sender wrote it.
  const isOfText = own.every(({ name }) => !named.has(name) || /^(raw_event|raw|unmapped)\./.test(name))
  if (!isOfText) withhold(record, TEXTS)
  return [...named]
}

/** A hit of a hunt keeps some fields of its event: a text in it may repeat a hidden field that it does not keep. */
function hideTextsOfHit(record: Members, own: readonly HiddenField[]): readonly string[] {
  const { fields } = (record.document ?? {}) as { readonly fields?: Members }
  if (typeof fields !== 'object' || fields === null) return []
  const isKept = ({ name }: HiddenField) => namesOfField(name).some((known) => Object.hasOwn(fields, known))
  if (own.every(isKept)) return []
  const texts: HiddenField[] = FREE_TEXTS.map((name) => ({
    name,
    path: ['document', 'fields', name],
    treatment: 'redact',
  }))
  return withhold(record, texts)
}

const TEXTS: readonly HiddenField[] = [
  'raw',
  'raw_event',
  'raw_data',
  'fields.raw',
  'ocsf.raw_data',
  'document.raw',
  'document.fields.raw',
].map((name) => ({ name, path: name.split('.'), treatment: 'redact' }))

/** Columns of events, and where records that are made of events have their values. */
const MADE_OF: Readonly<Record<string, string>> = {
  host: 'affected_hosts',
  user: 'affected_users',
  target_user: 'affected_users',
  src_ip: 'affected_ips',
  dst_ip: 'affected_ips',
}
const ENTITY_OF: Readonly<Record<string, string>> = {
  host: 'host',
  user: 'user',
  target_user: 'user',
  src_ip: 'ip',
  dst_ip: 'ip',
  domain: 'domain',
}

/** A rule about events, in a record that is made of them. */
function ofEventIn(
  resource: RuledResource,
  record: Members,
  field: HiddenField,
  copies: Map<string, Treatment>,
): HiddenField[] {
  const { name, treatment } = field
  const at = (path: string): HiddenField => ({ name: path, treatment, path: path.split('.') })
  const columns = columnsOf(name)
  if (resource === 'alert') {
    const inEvents = fieldsOfEvent(field).map(({ path }) => path.join('.').replace(/^(?:raw_event|raw)\./, ''))
    const events = inEvents.flatMap((path) => [`raw_event.${path}`, `raw_event.events.${path}`]).map(at)
    const evidence = columns.flatMap((column) => [`evidence.${column}`]).map(at)
    const affected = columns.flatMap((column) => MADE_OF[column] ?? []).map(at)
    hideMatched(record, isOfField(name), treatment, copies)
    return [...events, ...evidence, ...affected]
  }
  if (resource === 'detection') {
    hideMatched(record, isOfField(name), treatment, copies)
    return columns.map(at)
  }
  const kind = kindIn(record)
  return columns.some((column) => ENTITY_OF[column] === kind) ? ENTITY_FIELDS.map(at) : []
}

const AFFECTED: Readonly<Record<string, string>> = {
  affected_hosts: 'host',
  affected_users: 'user',
  affected_ips: 'ip',
}

/** A rule about the user or host of an alert, applied to a record that contains alerts. */
function ofAlertIn(record: Members, { name, treatment }: HiddenField): HiddenField[] {
  const isOf = AFFECTED[name] !== undefined && AFFECTED[name] === kindIn(record)
  return isOf ? ENTITY_FIELDS.map((path) => ({ name: path, treatment, path: [path] })) : []
}

/** The kind of an entity. */
function kindIn({ entity_type, kind, type }: Members): string {
  return String(entity_type ?? kind ?? type).replace('src_', '')
}

const ENTITY_FIELDS = ['entity_id', 'entity', 'value']

/** Values and names in a match that svc generated, not the sender. */
const OWN = /^(?:honeytoken|indicator|rule)\.|^(?:activity_name|events_omitted|mean|reason|tail_probability)$/

/** Rules name fields as their author does: in words of the vendor, of Sigma, ECS or KQL. */
function isOfField(ruled: string): (field: string) => boolean {
  return (field) => !OWN.test(field) && mayStandFor(ruled, field)
}

/** Fields that a rule matched, as `{field, value}`. */
function hideMatched(
  record: Members,
  isHidden: (field: string) => boolean,
  treatment: Treatment,
  copies: Map<string, Treatment>,
): boolean {
  const lists = [record.matched, ...listOf(record.evidence).map((link) => (link as Members).matched)]
  const fields = [{ name: 'value', path: ['value'], treatment: treatment === 'omit' ? ('redact' as const) : treatment }]
  const found = (lists.flatMap(listOf) as Members[]).filter(({ field }) => isHidden(String(field)))
  // The value under an unknown name is withheld, but not searched for in other texts.
  const isItsValue = ({ field }: Members) => /^indicator\./.test(String(field)) || isKnownName(String(field))
  return found
    .map((matched) => withhold(matched, fields, isItsValue(matched) ? copies : new Map()))
    .some((named) => named.length > 0)
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
