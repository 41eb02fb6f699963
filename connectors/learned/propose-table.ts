/**
 * Proposes a table for a source from its samples: members that all its records share, members that hold addresses,
 * users and machines by name and value, and the kinds of its events with their classes. An analyst reviews and corrects
 * it before it is applied.
 */
import { parseEventTime } from '../../platform/event-time.ts'
import { plainAddress } from '../../platform/ip-address.ts'
import { isMembers, type Members } from '../../platform/members.ts'
import { type Slot as NamedSlot, placeOf } from '../families/generic/names.ts'
import { STAMP } from '../families/generic/only-time.ts'
import { isLogoffWord, isLogonWord, outcomeOf, readProse } from '../families/generic/prose.ts'
import { address, machine, somebody } from '../families/generic/values.ts'
import { programOf, wordsOf } from './learned-mapping.ts'
import { LEARNED_LIMITS, type LearnedClass, type LearnedKind, type LearnedTable, type Slot } from './learned-table.ts'

const LEAVES_MAX = 256
const DEPTH_MAX = 6
/** Members that decoders put around an event. */
const AROUND: ReadonlySet<string> = new Set(['syslog', 'log', 'hec', 'in_text', 'parsed', 'carried'])

type Leaf = { readonly path: string; readonly values: string[] }

/** Null when no common feature identifies the samples. `name` is that of the source. */
export function proposeTable(name: string, records: readonly Readonly<Members>[]): LearnedTable | null {
  const programs = new Set(records.map(programOf))
  const program = programs.size === 1 ? [...programs][0] : ''
  const leaves = leavesOf(records)
  const isRecord = leaves.some(({ values }) => values.length > records.length / 2)
  const rows = isRecord ? rowsOf(leaves, records.length) : {}
  const kinds = isRecord ? kindsOfMembers(leaves, rows, records.length) : kindsOfWords(records)
  const members = program ? {} : commonMembers(leaves, records.length)
  const recognises = program ? { program } : Object.keys(members).length > 0 ? { members } : {}
  const isKnown = program !== '' || Object.keys(members).length > 0 || kinds.some(({ sentences }) => sentences)
  if (records.length === 0 || !isKnown || (kinds.length === 0 && Object.keys(rows).length === 0)) return null
  return { vendor: name, product: name, recognises, rows, kinds }
}

function leavesOf(records: readonly Readonly<Members>[]): Leaf[] {
  const found = new Map<string, string[]>()
  const visit = (value: unknown, path: string, depth: number): void => {
    if (depth > DEPTH_MAX || value === null || value === undefined || value === '' || value === '-') return
    if (Array.isArray(value)) return visit(value[0], path, depth + 1)
    if (isMembers(value)) {
      for (const [name, member] of Object.entries(value)) {
        if (depth === 0 && AROUND.has(name)) continue
        visit(member, path === '' ? name : `${path}.${name}`, depth + 1)
      }
      return
    }
    const known = found.get(path)
    if (known) known.push(String(value))
    else if (found.size < LEAVES_MAX) found.set(path, [String(value)])
  }
  for (const record of records) visit(record, '', 0)
  return [...found].map(([path, values]) => ({ path, values }))
}

/** Values that identify the source come first, then names that all records have. */
function commonMembers(leaves: readonly Leaf[], records: number): Record<string, string> {
  const everywhere = leaves.filter(({ values }) => values.length >= records)
  const constant = everywhere.filter(
    ({ path, values }) =>
      records > 1 && new Set(values).size === 1 && OF_SOURCE.test(path) && (values[0] ?? '').length <= 64,
  )
  if (constant.length > 0)
    return Object.fromEntries(constant.slice(0, 3).map(({ path, values }) => [path, values[0] ?? '']))
  const rare = everywhere.filter(({ path }) => path.length <= 200 && !COMMON.has(path.toLowerCase()))
  return Object.fromEntries(rare.slice(0, 4).map(({ path }) => [path, '']))
}

const OF_SOURCE =
  /(?:vendor|product|source|app(?:lication)?|module|component|sender|provider|log_?type|schema|generator|origin|quelle|fuente|origen|fonte|bron)/i
const COMMON: ReadonlySet<string> = new Set(
  'time timestamp @timestamp ts date message msg level severity id host hostname type event action user ip status name'.split(
    ' ',
  ),
)

/** Further names for users and machines, most of them not English; the generic reader's slots take precedence. */
const MORE_NAMES: readonly (readonly [Slot, RegExp])[] = [
  [
    'user',
    /benutzer|anwender|nutzer|usuario|utilisateur|utente|gebruiker|anv[aä]ndare|kasutaja|k[aä]ytt[aä]j[aä]|bruker|kunde|person|who\b|^op$|operator|worker|staff|owner/i,
  ],
  ['host', /rechner|ger[aä]t|equipo|poste|serveur|station|dator|servidor|maschine|unit|box/i],
  ['src_ip', /quelle|absender|origen|herkunft|fuente|herkomst|from|src|client|remote|peer|caller/i],
  ['dst_ip', /ziel|destino|doel|cible|to\b|dst|dest|server|target/i],
]
const OF_NAMED: Readonly<Partial<Record<NamedSlot, Slot>>> = {
  ...{
    srcIp: 'src_ip',
    dstIp: 'dst_ip',
    peerIp: 'src_ip',
    srcPort: 'src_port',
    dstPort: 'dst_port',
    user: 'user',
    initiator: 'user',
  },
  ...{ targetUser: 'target_user', host: 'host', plainHost: 'host', time: 'time', url: 'url', query: 'domain' },
  ...{
    outcome: 'status',
    isSuccess: 'status',
    hash: 'file_hash',
    filePath: 'file_path',
    process: 'process_name',
    commandLine: 'cmd_line',
  },
  ...{ pid: 'pid', message: 'message' },
}
const NEED: Readonly<Partial<Record<Slot, (value: string) => boolean>>> = {
  user: (value) => somebody(value) !== '' && !/^\d+$/.test(value),
  target_user: (value) => somebody(value) !== '',
  host: (value) => machine(value) !== '',
  src_ip: (value) => address(value) !== '',
  dst_ip: (value) => address(value) !== '',
  src_port: (value) => /^\d{1,5}$/.test(value),
  dst_port: (value) => /^\d{1,5}$/.test(value),
  time: (value) =>
    !Number.isNaN(parseEventTime(/^\d{9,19}$/.test(value) ? Number(value) : value)) && /\d{4}|\d{9}/.test(value),
  file_hash: (value) => /^[0-9a-f]{32,128}$/i.test(value),
  pid: (value) => /^\d{1,10}$/.test(value),
}

function rowsOf(leaves: readonly Leaf[], records: number): Partial<Record<Slot, string>> {
  const rows: Partial<Record<Slot, string>> = {}
  const ranks: Partial<Record<Slot, number>> = {}
  const offer = (slot: Slot, { path, values }: Leaf, rank: number) => {
    const isFit = values.filter(NEED[slot] ?? (() => true)).length > values.length / 2
    const often = rank - values.length / records
    if (!isFit || often >= (ranks[slot] ?? Number.POSITIVE_INFINITY)) return
    rows[slot] = path
    ranks[slot] = often
  }
  for (const leaf of leaves) {
    const names = leaf.path.split('.')
    const place = placeOf(names.at(-2) ?? '', names.at(-1) ?? '')
    const slot = place === null ? undefined : OF_NAMED[place.slot]
    if (place !== null && slot !== undefined) offer(slot, leaf, place.rank)
    for (const [other, words] of MORE_NAMES) if (words.test(leaf.path)) offer(other, leaf, 50)
    // A single address under a meaningless name counts as the source.
    if (leaf.values.every((value) => plainAddress(value) !== '')) offer('src_ip', leaf, 90)
    if (leaf.values.every((value) => STAMP.test(value))) offer('time', leaf, 90)
    // Words for success and failure under a meaningless name.
    const isMostly = leaf.values.length > records / 2
    if (isMostly && leaf.values.every((value) => value.length <= OUTCOME_MAX && outcomeOf(value) !== 0))
      offer('status', leaf, 90)
  }
  if (rows.src_ip !== undefined && rows.src_ip === rows.dst_ip) delete rows.src_ip
  return rows
}

const OUTCOME_MAX = 32

const KIND_NAMES =
  /(?:^|[._])(?:action|act|event|eventtype|event_type|event_name|eventname|operation|activity|type|kind|op|aktion|ereignis|vorgang|accion|evento|evenement|category)$/i

/** Finds the kinds of events by a member that distinguishes them: it has few values, which repeat or name a class. */
function kindsOfMembers(leaves: readonly Leaf[], rows: Partial<Record<Slot, string>>, records: number): LearnedKind[] {
  const telling = leaves
    .filter(
      ({ path, values }) =>
        KIND_NAMES.test(path) && values.length >= records / 2 && new Set(values).size <= LEARNED_LIMITS.kinds,
    )
    .map((leaf) => ({ leaf, kinds: [...new Set(leaf.values)].map((value) => kindOfValue(leaf.path, value, rows)) }))
    .sort((a, b) => classed(b.kinds) - classed(a.kinds) || b.kinds.length - a.kinds.length)
  const best = telling[0]
  // Values of which none names a class may be anything: `op=kim`.
  const isOfUsers = best !== undefined && Object.values(rows).includes(best.leaf.path)
  if (best !== undefined && (classed(best.kinds) > 0 || !isOfUsers)) return best.kinds
  const flow = rows.src_ip !== undefined && rows.dst_ip !== undefined
  return flow ? [{ name: 'traffic', class: 'network_activity', activity: 'Traffic' }] : []
}

const classed = (kinds: readonly LearnedKind[]): number => kinds.filter((kind) => kind.class !== 'base_event').length

function kindOfValue(member: string, value: string, rows: Partial<Record<Slot, string>>): LearnedKind {
  const words = value.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[_.:/-]+/g, ' ')
  const meaning = meaningOf(words, rows)
  const name = words.trim().toLowerCase().replace(/\s+/g, '-').slice(0, 64) || 'other'
  return { name, when: { member, is: [value.slice(0, 200)] }, ...meaning }
}

/** Class, activity and outcome of a text. A text of no class has no outcome: its words are about something else. */
function meaningOf(words: string, rows: Partial<Record<Slot, string>>) {
  const { class: found, activity } = classOfWords(words, rows)
  const outcome = outcomeOf(words)
  if (found === 'base_event' || outcome === 0) return { class: found, activity }
  return { class: found, activity, status: outcome === 1 ? ('success' as const) : ('failure' as const) }
}

const ACCOUNT_WORDS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:user|account)s? (?:creat|add)\w*|\b(?:creat|add)\w* (?:user|account)/i, 'Create'],
  [/\b(?:user|account)s? (?:delet|remov)\w*|\b(?:delet|remov)\w* (?:user|account)/i, 'Delete'],
  [/\b(?:user|account)s? lock\w*|\block\w* (?:user|account)/i, 'Lock'],
  [/\b(?:user|account)s? disabl\w*|\bdisabl\w* (?:user|account)/i, 'Disable'],
  [/\bpassword (?:reset)/i, 'Password Reset'],
  [/\bpassword (?:chang|updat)\w*|\bchang\w* password/i, 'Password Change'],
]
/** Words for logging on and off in other languages. */
const LOGON = /\b(?:anmeld\w*|einlog\w*|inicio de sesi[oó]n|connexion|accesso|inlogg\w*|aanmeld\w*)\b/i
const LOGOFF = /\b(?:abmeld\w*|auslog\w*|cierre de sesi[oó]n|d[eé]connexion|utlogg\w*|afmeld\w*)\b/i

function classOfWords(words: string, rows: Partial<Record<Slot, string>>): { class: LearnedClass; activity: string } {
  const account = ACCOUNT_WORDS.find(([pattern]) => pattern.test(words))
  if (account) return { class: 'account_change', activity: account[1] }
  if (isLogoffWord(words) || LOGOFF.test(words)) return { class: 'authentication', activity: 'Logoff' }
  if (isLogonWord(words) || LOGON.test(words)) return { class: 'authentication', activity: 'Logon' }
  if (rows.domain !== undefined && /\bdns|query|lookup\b/i.test(words))
    return { class: 'dns_activity', activity: 'Query' }
  if (rows.file_path !== undefined && /\bfile\b/i.test(words))
    return { class: 'file_activity', activity: fileActivity(words) }
  if (rows.process_name !== undefined && /\b(?:process|exec\w*)\b/i.test(words))
    return {
      class: 'process_activity',
      activity: /\b(?:terminat|exit|stop|end)\w*/i.test(words) ? 'Terminate' : 'Launch',
    }
  if (rows.src_ip !== undefined && rows.dst_ip !== undefined)
    return { class: 'network_activity', activity: /\b(?:den|drop|block|reject)\w*/i.test(words) ? 'Refuse' : 'Traffic' }
  return { class: 'base_event', activity: 'Other' }
}

function fileActivity(words: string): string {
  if (/\b(?:delet|remov)\w*/i.test(words)) return 'Delete'
  if (/\b(?:creat|add|upload|new)\w*/i.test(words)) return 'Create'
  return /\b(?:modif|chang|writ|updat|edit)\w*/i.test(words) ? 'Update' : 'Read'
}

/** Groups lines with similar words, and makes a sentence of each group. */
function kindsOfWords(records: readonly Readonly<Members>[]): LearnedKind[] {
  const groups: string[][][] = []
  for (const words of records.map(wordsOf)) {
    const tokens = words.trim().split(/ +/)
    if (tokens.length < 2 || words.length > LEARNED_LIMITS.sentenceChars) continue
    const alike = groups.find(([first]) => first !== undefined && areAlike(first, tokens))
    if (alike) alike.push(tokens)
    else if (groups.length < GROUPS_MAX) groups.push([tokens])
  }
  const kinds = groups.flatMap((lines) => sentenceOf(lines) ?? [])
  return kinds.slice(0, LEARNED_LIMITS.kinds)
}

const GROUPS_MAX = 200

/** True for lines with the same number of words, of which at least half are equal, values not counted. */
function areAlike(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length) return false
  // Refused and accepted are different kinds, even if the sentences are otherwise the same.
  if (one.some((token, at) => token !== other[at] && ENDINGS.test(token) && ENDINGS.test(other[at] ?? ''))) return false
  const words = one.flatMap((token, at) => (isValue(token) && isValue(other[at] ?? '') ? [] : [token === other[at]]))
  return words.length > 0 && 2 * words.filter(Boolean).length >= words.length
}

const ENDINGS =
  /^(?:accepted|allowed|granted|permitted|opened|succeeded|successful|ok|refused|denied|rejected|failed|blocked|invalid|closed|started|stopped|connected|disconnected|locked|unlocked)[.,;:!]?$/i
/** Words before somebody's name. */
const OF_SOMEBODY = /^(?:of|for|by|user|person|employee|von|für|de|par|por|di|van|av)$/i

const isValue = (token: string): boolean =>
  /\d/.test(token) || plainAddress(token.replace(/[,;.:()[\]"']+$/g, '')) !== ''

function sentenceOf(lines: readonly (readonly string[])[]): LearnedKind | null {
  const [first] = lines
  if (first === undefined) return null
  const used = new Set<string>()
  const others = new Set<string>()
  /** Names an unused value after the word beside it, so that a person can see what it is. */
  const otherAt = (at: number): string => {
    const plain = (token = '') => /^[("'[<]*([A-Za-z][A-Za-z_-]{1,24})[)"'\]>:=]*$/.exec(token)?.[1] ?? ''
    const word = (plain(first[at - 1]) || plain(first[at + 1]) || 'value').toLowerCase().replaceAll('-', '_')
    let name = `other_${word}`
    for (let n = 2; others.has(name); n++) name = `other_${word}${n}`
    others.add(name)
    return name
  }
  const slotFor = (slot: Slot, at: number): string => {
    if (used.has(slot)) return otherAt(at)
    used.add(slot)
    return slot
  }
  const prose = readProse(first.join(' '))
  const parts = first.map((token, at) => {
    const [, before = '', body = '', after = ''] = /^([("'[<]*)(.*?)([)"'\]>,;.:]*)$/s.exec(token) ?? []
    const isVarying = lines.some((line) => line[at] !== token)
    const isNamed = isVarying && OF_SOMEBODY.test(first[at - 1] ?? '') && !/^\d+$/.test(body) && somebody(body) !== ''
    const slot = slotOfToken(body, first[at - 1] ?? '', prose) ?? (isNamed ? 'user' : null)
    if (slot !== null) {
      const withPort = /^(.+):(\d{1,5})$/.exec(body)
      const name = slotFor(slot, at)
      if (withPort && plainAddress(withPort[1] ?? '') !== '' && (slot === 'src_ip' || slot === 'dst_ip'))
        return `${before}{${name}}:{${slotFor(slot === 'src_ip' ? 'src_port' : 'dst_port', at)}}${after}`
      return `${before}{${name}}${after}`
    }
    return isVarying || isValue(body) ? `${before}{${otherAt(at)}}${after}` : token.replace(/[{}]/g, '')
  })
  const sentence = parts.join(' ')
  if (sentence.replace(/\{[^}]*\}/g, '').replace(/\s+/g, '').length < 4) return null
  const rows = Object.fromEntries([...used].map((slot) => [slot, slot])) as Partial<Record<Slot, string>>
  const words = sentence.replace(/\{[^}]*\}/g, ' ')
  const meaning = meaningOf(words, rows)
  const name =
    words
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 48) || 'line'
  return { name, sentences: [sentence], ...meaning }
}

/** Decides the slot by the word before, by the meaning of the text, and by the form of the value. */
function slotOfToken(body: string, before: string, prose: ReturnType<typeof readProse>): Slot | null {
  const word = before.toLowerCase().replace(/[^\p{L}]+/gu, '')
  const bare = /^(.+):\d{1,5}$/.exec(body)?.[1] ?? body
  const isAddress = plainAddress(bare) !== ''
  if (isAddress) return /^(?:to|dst|dest|destination|server|nach|zu|hacia|vers)$/.test(word) ? 'dst_ip' : 'src_ip'
  if (/^port$/.test(word) && /^\d{1,5}$/.test(body)) return 'src_port'
  if (prose.user !== '' && body === prose.user) return 'user'
  if (
    /^(?:user|username|account|benutzer|usuario|utilisateur|utente|gebruiker)$/.test(word) &&
    somebody(body) !== '' &&
    !isLogonWord(body)
  )
    return 'user'
  return null
}
