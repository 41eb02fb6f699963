/**
 * The language that mappings are written in: data, one table a source. A row says where a leaf of the OCSF event comes
 * from: `'process.cmd_line': 'CommandLine'`. What a cell can say is a closed set, so a table can be reviewed by someone
 * who knows the log and not this program. A profile is held against the dictionary when its first record comes, the
 * whole table by `check`.
 */

/** Dots separate names of nested objects; `\\.` is a dot inside a name. */
export type Field = string

/** The first field that holds something counts. Null, empty text and `-` count as nothing. */
export type Fields = Field | readonly Field[]

export type Word = string | number | boolean

export type Cell =
  | Fields
  | { readonly kind: 'is'; readonly value: Word | readonly Word[] }
  | { readonly kind: 'always'; readonly value: Word | readonly Word[] }
  | {
      readonly kind: 'lookup'
      readonly fields: Fields
      readonly words: Readonly<Record<string, Word>>
      /** Its first group is the word; without a pattern the whole value is. */
      readonly pattern?: RegExp
      /** The value for a word that is not in the list; nothing when left out. */
      readonly other?: Word
      /** The value when the record has none; it is written only beside other members of its object. */
      readonly missing?: Word
    }
  | { readonly kind: 'capture'; readonly fields: Fields; readonly pattern: RegExp; readonly as: PlainKind }
  | { readonly kind: 'xml'; readonly fields: Fields; readonly paths: readonly string[]; readonly as: PlainKind }
  | { readonly kind: 'list'; readonly fields: Fields; readonly separator: RegExp; readonly as: 'text' | 'email' | 'ip' }
  | {
      readonly kind: 'each'
      readonly fields: Fields
      readonly member: string
      /** Members with the same value in every object. */
      readonly others: Readonly<Record<string, Word>>
      /** The separator between the texts, if the field is one text. */
      readonly separator?: RegExp
    }
  | {
      readonly kind: 'objects'
      readonly fields: Fields
      /** Cells by the path in the object, read from the fields of an entry. */
      readonly members: Readonly<Record<string, MemberCell>>
      readonly others: Readonly<Record<string, Word>>
    }
  /** Digests of one file, each in its own field, as one list of fingerprints. */
  | { readonly kind: 'allHashes'; readonly fields: readonly Field[] }
  /** Fields with constant texts between and around them; nothing when one of the fields is empty. */
  | { readonly kind: 'concat'; readonly parts: readonly (Field | { readonly words: string })[] }
  | { readonly kind: 'localTime'; readonly fields: readonly [Field, Field, Field] }
  | { readonly kind: 'first'; readonly cells: readonly Cell[] }
  | { readonly kind: PlainKind; readonly fields: Fields }

/** The cell of a member of an entry. */
export type MemberCell =
  | Fields
  | { readonly kind: PlainKind; readonly fields: Fields }
  | Extract<Cell, { readonly kind: 'lookup' }>

/** Transforms that need only the value. `transforms.ts` says which values each accepts. */
export type PlainKind =
  | 'text'
  | 'lower'
  | 'known'
  | 'hostname'
  | 'urlHost'
  | 'urlPath'
  | 'urlQuery'
  | 'sid'
  | 'integer'
  | 'port'
  | 'boolean'
  | 'time'
  | 'millis'
  | 'zone'
  | 'offset'
  | 'ip'
  | 'mac'
  | 'email'
  | 'guid'
  | 'basename'
  | 'dirname'
  | 'account'
  | 'accountDomain'
  | 'hash'
  | 'hashes'
  | 'json'

/** Rows by the path of the OCSF event they fill. `attacks[0].technique.uid` is a member of an array's first object. */
export type Rows = Readonly<Record<string, Cell>>

/** The log's name in Sigma's taxonomy. */
export type LogSource = {
  readonly product?: string
  readonly service?: string
  readonly categories?: readonly string[]
}

/** Events of one kind: one class, one set of rows. */
export type Profile = {
  readonly name: string
  /**
   * Values of the source's `select` fields, case-insensitive; a field that is left out matches any value; `Get*` is a
   * prefix.
   */
  readonly when: Readonly<Record<Field, string | number | readonly (string | number)[]>>
  /** Name of the OCSF class. */
  readonly class: string
  /** Caption of the activity, or the lookup that finds it. */
  readonly activity: string | Extract<Cell, { kind: 'lookup' }>
  readonly rows?: Rows
  readonly logSource?: LogSource
  /** The reason why events of this kind have no class of their own; the docs list such kinds. */
  readonly unclassified?: string
}

/**
 * The log's own fields for a name that it does not have; with `words`, only the meanings of these texts and numbers.
 */
export type Aliases = Readonly<
  Record<Field, Fields | { readonly of: Fields; readonly words: Readonly<Record<string, string>> }>
>

/** One log of a source: the parts that its kinds share. */
export type Chapter = {
  readonly name: string
  readonly rows?: Rows
  readonly logSource?: LogSource
  /** Names that rules use for fields which this log calls differently, with the log's own name. */
  readonly aliases?: Aliases
  /**
   * The log writes names of several words with spaces, and rules write them without: `SourceName` or `Feature_Name` is
   * looked up as `Source Name` or `Feature Name` first, then under its own name.
   */
  readonly isSpaced?: true
  readonly profiles: readonly Profile[]
}

/** A shipper's spelling of records: the place of the event's own fields, and the names of its header fields. */
export type RecordShape = {
  readonly name: string
  is(record: Readonly<Record<string, unknown>>): boolean
  /** The object that holds the fields which `names` does not list; if left out, the record itself. */
  readonly under?: Field
  /** `names` lists all members beside `under` that rules may read. */
  readonly namesAllBeside?: true
  /** For each name used in tables, its places in records of this shape; the first that holds something counts. */
  readonly names?: Readonly<Record<Field, readonly Field[]>>
  /** Rewrites in place a spelling that paths cannot address (an array of named values), before anything reads it. */
  settle?(record: Record<string, unknown>): void
}

export type SourceTable = {
  /** Name and version, stored with each event. A change of the table that changes its events needs a new version. */
  readonly id: string
  /** Tried in order; the last one accepts every record. */
  readonly shapes: readonly RecordShape[]
  /** One to four fields that determine the kind of an event. */
  readonly select: readonly Field[]
  readonly rows: Rows
  readonly logSource?: LogSource
  /** Field names for all logs of the source; a chapter's own aliases take precedence. */
  readonly aliases?: Aliases
  /** The prefix that rules may write before the log's own field names. */
  readonly prefix?: string
  readonly chapters: readonly Chapter[]
  /**
   * The place of the record's own id. Do not use the id of the record's subject (a finding, a message, a request): all
   * records about one subject share it, and all but the first would be dropped as duplicates.
   */
  readonly vendorId?: Fields
  /** True for records that cannot be of another source, for bodies whose sender names no format. */
  readonly recognises?: (record: Readonly<Record<string, unknown>>) => boolean
  /**
   * Matches the syslog messages of all of these records. Messages that begin otherwise are not tested with
   * `recognises`.
   */
  readonly begins?: RegExp
  /** The same for the program that writes the messages. If both are declared, one of them must fit. */
  readonly programs?: RegExp
  /** Records without a message of syslog may be of this source as well, whatever `begins` and `programs` say. */
  readonly isKnownAlone?: boolean
  /** Fields that only repeat others (a rendered message), for the fidelity table. */
  readonly renderings?: readonly Field[]
}

/**
 * A constant that is written only beside other members of its object, such as the type of a named file; it does not
 * create the object.
 */
export const is = (value: Word | readonly Word[]) => ({ kind: 'is', value }) as const
/** A constant that is in every event; it creates its object too. */
export const always = (value: Word | readonly Word[]) => ({ kind: 'always', value }) as const
export const lookup = (fields: Fields, words: Readonly<Record<string, Word>>, other?: Word, missing?: Word) =>
  ({
    kind: 'lookup',
    fields,
    words,
    ...(other !== undefined && { other }),
    ...(missing !== undefined && { missing }),
  }) as const
/**
 * Looks up the first group of the pattern: the verb of `repo.create`. `other` also applies to a value without that
 * group.
 */
export const lookupIn = (
  fields: Fields,
  pattern: RegExp,
  words: Readonly<Record<string, Word>>,
  other?: Word,
  missing?: Word,
) => ({ ...lookup(fields, words, other, missing), pattern }) as const
/**
 * The first group of the pattern, converted to `as`. Patterns must have no nested repeats, because they run over
 * untrusted text.
 */
export const capture = (fields: Fields, pattern: RegExp, as: PlainKind = 'text') =>
  ({ kind: 'capture', fields, pattern, as }) as const
/**
 * For a text that is XML: the text of the first element at each path below its root (`Actions/Exec/Command`), joined by
 * a blank where not empty. Nothing for a text that is not XML.
 */
export const inXml = (fields: Fields, paths: string | readonly string[], as: PlainKind = 'text') =>
  ({ kind: 'xml', fields, paths: [paths].flat(), as }) as const
export const list = (fields: Fields, separator: RegExp = /[\s,;]+/, as: 'text' | 'email' | 'ip' = 'text') =>
  ({ kind: 'list', fields, separator, as }) as const
/** An object for each text of an array, or for a single text: `answers: each('answers', 'rdata', {}, /;/)`. */
export const each = (fields: Fields, member: string, others: Readonly<Record<string, Word>> = {}, separator?: RegExp) =>
  ({ kind: 'each', fields, member, others, ...(separator && { separator }) }) as const
/**
 * An object for each entry of an array of objects, or for the one object: `answers: objects('dns.answers', { rdata:
 * 'rdata', ttl: integer('ttl') })`. At most `OBJECTS_MAX` entries are written out, and none without the object's
 * required members. The whole list is in `unmapped`, as the whole record is.
 */
export const objects = (
  fields: Fields,
  members: Readonly<Record<string, MemberCell>>,
  others: Readonly<Record<string, Word>> = {},
) => ({ kind: 'objects', fields, members, others }) as const
/** `concat({ words: 'http://' }, 'host', 'uri')`. */
export const concat = (...parts: readonly (Field | { readonly words: string })[]) =>
  ({ kind: 'concat', parts }) as const
/** A local time without its zone, the same clock at receipt, and the moment of receipt in UTC: gives the zone. */
export const localTime = (field: Field, receivedLocal: Field, received: Field) =>
  ({ kind: 'localTime', fields: [field, receivedLocal, received] }) as const

/** The first cell that gives a value; all of them must give the same kind of value. */
export const first = (...cells: readonly Cell[]) => ({ kind: 'first', cells }) as const

const plain =
  <K extends PlainKind>(kind: K) =>
  (...fields: readonly Field[]) =>
    ({ kind, fields }) as const

export const text = plain('text')
export const lower = plain('lower')
/** Text, without the words by which senders say that a value is unknown: `unknown`, `null`, `N/A`, `(none)`. */
export const known = plain('known')
/** The name of a host, without the port behind it; nothing for an address, a path or words. */
export const hostname = plain('hostname')
/** The host of an address (`https://a.example:8443/b?c`) or of a Host header, as name or number, without its port. */
export const urlHost = plain('urlHost')
/** The path of an address or of a request line's target, without query and fragment. */
export const urlPath = plain('urlPath')
/** The query of either, behind the question mark. */
export const urlQuery = plain('urlQuery')
/** A security identifier of Windows; `S-1-0-0` is read as none. */
export const sid = plain('sid')
export const integer = plain('integer')
export const boolean = plain('boolean')
export const time = plain('time')
/** Seconds as whole milliseconds, for durations. */
export const millis = plain('millis')
/** Minutes by which the text's own zone is ahead of UTC, for `timezone_offset`. */
export const zone = plain('zone')
export const ip = plain('ip')
export const mac = plain('mac')
export const email = plain('email')
export const guid = plain('guid')
export const basename = plain('basename')
export const dirname = plain('dirname')
export const account = plain('account')
export const accountDomain = plain('accountDomain')
/** The strongest hash of `MD5=..,SHA256=..`, or the text itself. */
export const hash = plain('hash')
export const hashes = plain('hashes')
/**
 * Each field is a digest of the same file: `allHashes('sha256', 'md5')`. In contrast, `hashes` reads only the first
 * field that holds any.
 */
export const allHashes = (...fields: readonly Field[]) => ({ kind: 'allHashes', fields }) as const
/** The value as it is, for attributes of any type. */
export const json = plain('json')

/** Rows of an object under a path: `under('actor.process', { pid: integer('ProcessId') })`. */
export function under(path: string, rows: Rows): Rows {
  return Object.fromEntries(Object.entries(rows).map(([name, cell]) => [`${path}.${name}`, cell]))
}

/** A file of which only the path is known: OCSF requires its name and its type too. */
export function fileAt(path: string, field: Field, rows: Rows = {}): Rows {
  return under(path, { path: field, name: basename(field), type_id: is('Unknown'), ...rows })
}
