/**
 * Cheap conditions that are true wherever a path of a JSON document may match: they search the document's source texts
 * for runs of characters of the path and of the wanted value, so that only few rows have their JSON parsed. The indexes of
 * texts skip granules by them.
 */
import { escapesSql, OCSF_ESCAPES } from '../../stores/clickhouse/escapes-sql.ts'
import type { Piece } from './ast.ts'
import type { PathField } from './fields.ts'

/** Adds a text as a parameter of the statement, and returns its placeholder. */
type Put = (text: string) => string

/** The indexes of texts hold runs of five characters; a shorter one skips no granule, but saves parsing JSON. */
const RUN_MIN = 4
const RUNS_MAX = 3
/** Names of a path that are searched: the last ones tell the most. */
const NAMES_MAX = 2

/** `pattern` null means any value. Returns null when no condition can be given. */
export function nearSql({ document, ways }: PathField, pattern: readonly Piece[] | null, put: Put): string | null {
  const [way = []] = ways
  const members = way.map(({ member }) => member)
  const values = valueRuns(pattern ?? [])
  return document === 'raw' ? nearRaw([...values, ...members.flatMap(nameRuns)], put) : nearOcsf(members, values, put)
}

const contains = (column: string, placeholder: string) => `lower(${column}) LIKE ${placeholder}`
const anywhere = (run: string) => `%${run.replaceAll(/[\\%_]/g, '\\$&')}%`

function nearRaw(runs: readonly string[], put: Put): string | null {
  if (runs.length === 0) return null
  const all = longestOf(runs).map((run) => contains('raw', put(anywhere(run))))
  return `(${all.join(' AND ')} OR ${escapesSql('raw')} = 1)`
}

/**
 * Members without a column are in an event's form or among its values; an event that arrived as OCSF is its own text.
 */
function nearOcsf(members: readonly string[], values: readonly string[], put: Put): string | null {
  if (isMadeOfColumns(members)) return null
  // One operand for all names, because the engine combines indexes only for conditions of at most 32 operands and operators.
  const names = members.slice(-NAMES_MAX).map((member) => {
    const name = put(`"${member}"`)
    return `greatest(position(ocsf_form, ${name}), position(ocsf_rest, ${name}))`
  })
  const named = `${names.length === 1 ? names[0] : `least(${names.join(', ')})`} > 0`
  const [value] = longestOf(values.filter((run) => /[a-su-y]/.test(run.replaceAll('e', ''))))
  if (value === undefined) return `(${named} OR mapping = 'ocsf' OR ${OCSF_ESCAPES} = 1)`
  const run = put(anywhere(value))
  const valued = `(${contains('ocsf_form', run)} OR ${contains('ocsf_rest', run)})`
  return `(${named} AND ${valued} OR mapping = 'ocsf' AND ${contains('raw', run)} OR ${OCSF_ESCAPES} = 1)`
}

/**
 * Members that `ocsf` takes from columns and not from `ocsf_rest`: their values need not be written anywhere else. A
 * test checks the list.
 */
export const MADE_OF_COLUMNS: ReadonlySet<string> = new Set([
  ...[
    'class_uid',
    'category_uid',
    'activity_id',
    'type_uid',
    'severity_id',
    'severity',
    'status_id',
    'time',
    'message',
  ],
  ...['version', 'uid', 'tenant_uid', 'logged_time', 'event_code', 'log_provider', 'product.name'].map(
    (name) => `metadata.${name}`,
  ),
  ...['device.hostname', 'actor.user.name', 'user.name', 'query.hostname'],
  ...['actor.process', 'process'].flatMap((process) =>
    ['name', 'pid', 'cmd_line', 'parent_process.name'].map((name) => `${process}.${name}`),
  ),
  ...['process.file', 'file'].flatMap((file) =>
    ['type_id', 'path', 'name', 'hashes.algorithm_id', 'hashes.value'].map((name) => `${file}.${name}`),
  ),
  ...['src_endpoint.ip', 'src_endpoint.port', 'dst_endpoint.ip', 'dst_endpoint.port', 'dst_endpoint.domain'],
  ...['http_request.url.url_string', 'url.url_string', 'reg_value.path', 'reg_key.path', 'raw_data'],
])

/** True for a path whose end, or a member below it, comes from a column. */
export function isMadeOfColumns(members: readonly string[]): boolean {
  const path = members.join('.')
  return [...MADE_OF_COLUMNS].some((made) => made === path || made.startsWith(`${path}.`))
}

const longestOf = (runs: readonly string[]) => [...new Set(runs)].sort((a, b) => b.length - a.length).slice(0, RUNS_MAX)

const long = (runs: readonly string[] | null) => (runs ?? []).filter((run) => run.length >= RUN_MIN)

/** Names of members are searched literally. */
const nameRuns = (name: string) => long(name.match(/\w+/g)).map((run) => run.toLowerCase())

/**
 * Characters that JSON writes as they are, or in an escape that `escapesSql` matches; within a text, and between the
 * members of an object too, which the engine writes anew. Letters to which others fold are left out: the Kelvin sign
 * folds to k, and with wildcards the long s to s.
 */
const RUN_IN_TEXT = /[ !#$%()*,\-.0-9:;?@A-JL-Z[\]^_`a-jl-z{|}~]+/g
const RUN_ANYWHERE = /[!#$%()*\-.0-9;?@A-JL-RT-Z^_`a-jl-rt-z|~]+/g

/** Only such a text may be a number, a list or an object, which the engine writes anew before they are compared. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/**
 * Runs of characters that the document contains literally, except for the case of letters. Digits, and digits with an
 * `e`, may be a number, which has other notations, unless the whole value is a text.
 */
function valueRuns(pattern: readonly Piece[]): readonly string[] {
  const [only = ''] = pattern
  const isText = pattern.length === 1 && typeof only === 'string' && !isJson(only.toLowerCase())
  const run = isText ? RUN_IN_TEXT : RUN_ANYWHERE
  const runs = pattern.flatMap((piece) => (typeof piece === 'string' ? long(piece.match(run)) : []))
  return runs.filter((one) => isText || /[a-df-z]/i.test(one)).map((one) => one.toLowerCase())
}
