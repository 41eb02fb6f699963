/**
 * Cheap conditions that are true wherever a path of a JSON document may match: they search the document's source texts
 * for words of the path and of the wanted value, so that only few rows have their JSON parsed. Those over `raw` use the
 * text index.
 */
import type { Piece } from './ast.ts'
import type { PathField } from './fields.ts'

/** Adds a text as a parameter of the statement, and returns its placeholder. */
type Put = (text: string) => string

/** Words that are looked up in a text index; shorter ones are parts of too many words. */
const WORD_MIN = 4
const WORDS_MAX = 3

/**
 * Matches texts in which JSON escapes a letter or digit, so that a word does not occur literally; such a text may
 * always match. The index `raw_escapes` has the same expression, and is used where the expression is compared with a
 * value.
 */
const escapes = (column: string) => `match(${column}, '\\\\\\\\u00(?:3[0-9]|[4-7])') = 1`

/** `pattern` null means any value. Returns null when no condition can be given. */
export function nearSql({ document, ways }: PathField, pattern: readonly Piece[] | null, put: Put): string | null {
  const [way = []] = ways
  const members = way.map(({ member }) => member)
  const values = valueWords(pattern ?? [])
  return document === 'raw' ? nearRaw([...values, ...members.flatMap(nameWords)], put) : nearOcsf(members, values, put)
}

function nearRaw(words: readonly string[], put: Put): string | null {
  if (words.length === 0) return null
  return `(${longestOf(words)
    .map((word) => `raw ILIKE ${put(`%${word}%`)}`)
    .join(' AND ')} OR ${escapes('raw')})`
}

/**
 * Members without a column are in an event's form or among its values; an event that arrived as OCSF is its own text.
 */
function nearOcsf(members: readonly string[], values: readonly string[], put: Put): string | null {
  if (isMadeOfColumns(members)) return null
  const name = put(`"${members.at(-1)}"`)
  const named = [`position(ocsf_form, ${name}) > 0`, `position(ocsf_rest, ${name}) > 0`]
  const isOtherwise = `mapping = 'ocsf' OR ${escapes('ocsf_rest')}`
  const [value] = longestOf(values.filter((word) => /[a-su-y]/.test(word.replaceAll('e', ''))))
  if (value === undefined) return `(${named.join(' OR ')} OR ${isOtherwise})`
  const written = put(`%${value}%`)
  return `((${named.join(' OR ')}) AND (ocsf_form ILIKE ${written} OR ocsf_rest ILIKE ${written}) OR ${isOtherwise})`
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

const longestOf = (words: readonly string[]) =>
  [...new Set(words)].sort((a, b) => b.length - a.length).slice(0, WORDS_MAX)

const long = (runs: readonly string[] | null) => (runs ?? []).filter((run) => run.length >= WORD_MIN)

/** Names of members are searched literally. */
const nameWords = (name: string) => long(name.match(/[a-z0-9]+/gi)).map((run) => run.toLowerCase())

/**
 * Runs of letters and digits that JSON contains literally, except for their case. Digits, and digits with an `e`, may
 * be a number, which has other notations, unless the whole value is a text. Letters to which others fold end a run: the
 * Kelvin sign folds to k, and with wildcards the long s to s.
 */
function valueWords(pattern: readonly Piece[]): readonly string[] {
  const [only = ''] = pattern
  const isPlain = pattern.length === 1 && typeof only === 'string'
  const isText = isPlain && /[a-df-z]/i.test(only) && !/[{["]/.test(only)
  const run = isPlain ? /[a-jl-z0-9]+/gi : /[a-jl-rt-z0-9]+/gi
  const runs = pattern.flatMap((piece) => (typeof piece === 'string' ? long(piece.match(run)) : []))
  return runs.filter((one) => isText || /[a-df-z]/i.test(one)).map((one) => one.toLowerCase())
}
