/**
 * Conditions that hold wherever a path of a JSON document may hold, and cost little: they look for words of the path and
 * of the wanted value in the texts that the document is made of, so that few rows have their JSON read. Those over `raw` are
 * looked up in the text index.
 */
import type { Piece } from './ast.ts'
import type { PathField } from './fields.ts'

/** Makes a parameter of the statement that holds a text. */
type Put = (text: string) => string

/** Words that a text index looks up; shorter ones are parts of too many. */
const WORD_MIN = 4
const WORDS_MAX = 3

/**
 * Texts in which JSON writes a letter or a digit as an escape, so that a word is not there as it is: any of them may hold. The
 * index `raw_escapes` is of the same expression, and is asked where it is compared with something.
 */
const escapes = (column: string) => `match(${column}, '\\\\\\\\u00(?:3[0-9]|[4-7])') = 1`

/** `pattern` null: any value. Null where nothing can be said. */
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

/** The members of what no column holds are in the form of an event or beside its values; an event that came as OCSF is its text. */
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

/** Members that `ocsf` has from columns, apart from `ocsf_rest`: their values need not be written anywhere else. A test holds it. */
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

/** True for a path that has a member from a column at its end or below it. */
export function isMadeOfColumns(members: readonly string[]): boolean {
  const path = members.join('.')
  return [...MADE_OF_COLUMNS].some((made) => made === path || made.startsWith(`${path}.`))
}

const longestOf = (words: readonly string[]) =>
  [...new Set(words)].sort((a, b) => b.length - a.length).slice(0, WORDS_MAX)

const long = (runs: readonly string[] | null) => (runs ?? []).filter((run) => run.length >= WORD_MIN)

/** Names of members are looked for as they are. */
const nameWords = (name: string) => long(name.match(/[a-z0-9]+/gi)).map((run) => run.toLowerCase())

/**
 * Runs of letters and digits that stand in JSON as they are written here, but for their case. Digits, and digits with an `e`, may
 * be a number, which can be written in other ways, unless the whole value is a text. Letters that others fold to end a run: the
 * sign of Kelvin is a k, and where there are wildcards a long s is an s.
 */
function valueWords(pattern: readonly Piece[]): readonly string[] {
  const [only = ''] = pattern
  const isPlain = pattern.length === 1 && typeof only === 'string'
  const isText = isPlain && /[a-df-z]/i.test(only) && !/[{["]/.test(only)
  const run = isPlain ? /[a-jl-z0-9]+/gi : /[a-jl-rt-z0-9]+/gi
  const runs = pattern.flatMap((piece) => (typeof piece === 'string' ? long(piece.match(run)) : []))
  return runs.filter((one) => isText || /[a-df-z]/i.test(one)).map((one) => one.toLowerCase())
}
