/** Applies field rules to GraphQL answers, record by record, with the REST names of the fields. */
import {
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isEnumType,
  isNonNullType,
} from 'graphql/index.js'
import {
  type HiddenFields,
  hasCopies,
  type Members,
  type RuledResource,
  SHOWN_AS,
  scrub,
  showPart,
  showRecord,
} from '../../control/platform/governance/index.ts'
import { AppError } from '../../platform/errors.ts'
import { isUuid } from '../../platform/uuid-text.ts'
import type { GraphqlContext } from './context.ts'

/** Fields whose names differ from those of REST by more than their spelling. */
const REST_NAMES: Readonly<Record<string, string>> = {
  'Alert.source': 'connector_type',
  'Alert.riskScore': 'risk_score',
  'Alert.assignee': 'assigned_to_id',
  'Alert.case': 'case_id',
  'Case.assignee': 'assignee_id',
  'HoneytokenEvent.honeytoken': 'honeytoken_id',
  'InvestigationStep.investigationId': 'run_id',
  'PlaybookRun.id': 'run_id',
}

type Shown = { readonly record: Members; readonly withheld: readonly string[] }

/** The value of a field of `source` as the caller may see it. Throws `forbidden` where a field that must have a value has none. */
export async function shownField(
  context: GraphqlContext,
  type: GraphQLObjectType,
  field: { readonly name: string; readonly type: GraphQLOutputType },
  source: unknown,
  value: unknown,
): Promise<unknown> {
  const { hidden } = context.principal
  const resource = SHOWN_AS[type.name]
  if (hidden.size === 0 || resource === undefined || typeof source !== 'object' || source === null) return value
  const name = restNameOf(type.name, field.name)
  const shown = await shownOf(context, resource, source, hidden)
  const isWithheld = shown.withheld.some((one) => one === name || one.startsWith(`${name}.`))
  if (isWithheld) context.withheld.add(`${resource}.${name}`)
  const isText = typeof value === 'string' && !isEnumType(getNamedType(field.type))
  if (isText || Array.isArray(value))
    return name in shown.record ? ofRecord(shown.record[name], value, isWithheld) : isWithheld ? null : value
  if (!isWithheld) return value
  if (!isNonNullType(field.type)) return null
  throw new AppError('forbidden', `a field rule hides ${resource}.${name} from you`)
}

/** Objects are shown by their own type, plain values as the record has them now. */
function ofRecord(shown: unknown, value: unknown, isWithheld: boolean): unknown {
  if (isWithheld) return shown ?? null
  return Array.isArray(value) && value.some((one) => typeof one === 'object')
    ? value
    : typeof shown === typeof value
      ? shown
      : value
}

/** The name that a field rule has for the field. */
export function restNameOf(type: string, field: string): string {
  return REST_NAMES[`${type}.${field}`] ?? snake(field)
}

function shownOf(
  context: GraphqlContext,
  resource: RuledResource,
  source: object,
  hidden: HiddenFields,
): Promise<Shown> {
  const known = context.shown.get(source)
  if (known !== undefined) return known
  const made = madeOf(context, resource, source, hidden)
  context.shown.set(source, made)
  return made
}

async function madeOf(
  { copies: known }: GraphqlContext,
  resource: RuledResource,
  source: object,
  hidden: HiddenFields,
): Promise<Shown> {
  const record = snaked(JSON.parse(JSON.stringify(source))) as Members
  const isWhole = resource !== 'alert' || Object.hasOwn(record, 'affected_users')
  const withheld = isWhole ? showRecord(resource, record, hidden) : showPart(resource, record, hidden)
  const copies = hasCopies(hidden) ? await Promise.all(aboutOf(record).map((id) => known.load(id))) : []
  for (const of of copies) if (of !== null) scrub(record, of)
  return { record, withheld }
}

/** Ids of the alert and the case that a record is or belongs to. */
function aboutOf({ id, alert_id, case_id }: Members): readonly string[] {
  return [id, alert_id, case_id].filter((one) => typeof one === 'string' && isUuid(one)) as string[]
}

function snake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** Renames the members of the record itself, not those inside their values, which others wrote. */
function snaked(record: unknown): unknown {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return record
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [snake(name), value]))
}
