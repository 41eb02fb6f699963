/**
 * A tenant's own table for a source that no built-in table knows: how its records are recognised, which members or
 * words hold entities, and the class of its events. It is data, not code: it has no patterns to run, its sentences are
 * read like those of built-in tables, and its size bounds the cost of an event.
 */
export const LEARNED_LIMITS = {
  /** @bound learned tables of a tenant's sources that are in force -> further ones are not in force */
  tables: 20,
  /** @bound kinds of events of a learned table -> 422 */
  kinds: 32,
  sentences: 8,
  sentenceChars: 512,
  values: 32,
  members: 8,
} as const

/** Columns that a value may be written to, by name. */
export const SLOTS = [
  ...['user', 'target_user', 'host', 'src_ip', 'dst_ip', 'src_port', 'dst_port', 'time', 'domain', 'url', 'file_path'],
  ...['file_hash', 'process_name', 'cmd_line', 'pid', 'message', 'event_code', 'status'],
] as const
export type Slot = (typeof SLOTS)[number]

export const LEARNED_CLASSES = {
  base_event: { uid: 0, activities: { Other: 99 } },
  authentication: { uid: 3002, activities: { Logon: 1, Logoff: 2, Other: 99 } },
  account_change: {
    uid: 3001,
    activities: {
      ...{
        Create: 1,
        Enable: 2,
        'Password Change': 3,
        'Password Reset': 4,
        Disable: 5,
        Delete: 6,
        Lock: 9,
        Unlock: 12,
      },
      ...{ Other: 99 },
    },
  },
  network_activity: { uid: 4001, activities: { Open: 1, Close: 2, Refuse: 5, Traffic: 6, Other: 99 } },
  dns_activity: { uid: 4003, activities: { Query: 1, Response: 2, Other: 99 } },
  process_activity: { uid: 1007, activities: { Launch: 1, Terminate: 2, Other: 99 } },
  file_activity: { uid: 1001, activities: { Create: 1, Read: 2, Update: 3, Delete: 4, Rename: 5, Other: 99 } },
} as const satisfies Record<string, { uid: number; activities: Record<string, number> }>

export type LearnedClass = keyof typeof LEARNED_CLASSES
export const CLASS_NAMES = Object.keys(LEARNED_CLASSES) as LearnedClass[]
export const STATUSES = ['success', 'failure', 'unknown'] as const

export type LearnedKind = {
  readonly name: string
  /** The member must have one of these values, in any case. */
  readonly when?: { readonly member: string; readonly is: readonly string[] }
  /**
   * Templates with values in braces, `Failed login of {user} from {src_ip}`; a value with a star may contain spaces.
   */
  readonly sentences?: readonly string[]
  readonly class: LearnedClass
  readonly activity: string
  /** If it is left out, the slot `status` decides, if that has a value. */
  readonly status?: (typeof STATUSES)[number]
}

export type LearnedTable = {
  readonly vendor: string
  readonly product: string
  readonly recognises: {
    /** The name of the program of a syslog message. */
    readonly program?: string
    /** Members that must be present with these values; '' for any. */
    readonly members?: Readonly<Record<string, string>>
  }
  /** Members by slot, as paths with dots. */
  readonly rows: Readonly<Partial<Record<Slot, string>>>
  readonly kinds: readonly LearnedKind[]
}

const VALUE = /\{([^{}]*)\}/g
const SLOT_NAMES: ReadonlySet<string> = new Set(SLOTS)

/** Faults of a table that its schema does not find, as texts that name the place; empty when the table can be used. */
export function tableFaults({ recognises, kinds }: LearnedTable): string[] {
  const faults: string[] = []
  const isNamed = recognises.program !== undefined || Object.keys(recognises.members ?? {}).length > 0
  const sentences = kinds.flatMap((kind) => kind.sentences ?? [])
  if (!isNamed && sentences.length === 0)
    faults.push('recognises: a program, a member or the sentences of a kind must say whose records these are')
  for (const [at, kind] of kinds.entries()) {
    const activities: Readonly<Record<string, number>> = LEARNED_CLASSES[kind.class].activities
    if (activities[kind.activity] === undefined)
      faults.push(`kinds.${at}.activity: of ${kind.class} it is one of ${Object.keys(activities).join(', ')}`)
    for (const sentence of kind.sentences ?? [])
      faults.push(...sentenceFaults(sentence).map((fault) => `kinds.${at}: ${fault}`))
  }
  return faults
}

/**
 * A name in braces must be a slot, or `other` for a value that is not used; `other` may be followed by digits or by `_`
 * and a word.
 */
function sentenceFaults(sentence: string): string[] {
  const names = [...sentence.matchAll(VALUE)].map(([, name = '']) => name.replace(/\*$/, ''))
  const wrong = names.filter((name) => !SLOT_NAMES.has(name) && !/^other(?:\d{0,3}|_[a-z\d_]{1,32})$/.test(name))
  const words = sentence.replace(VALUE, '').replace(/[\s.]+/g, '')
  const faults = wrong.map((name) => `{${name}} is none of ${SLOTS.join(', ')}, other`)
  if (words.length < 4) faults.push(`"${sentence}" has too few words of its own to be known by`)
  if (names.length > 16) faults.push('a sentence has at most 16 values')
  return faults
}
