/** Schemas of alert inputs, and parsers of inputs that a schema does not read. */
import { Type } from 'typebox'
import {
  isOneOf,
  NAME_MAX,
  NAMES_MAX,
  SEVERITIES,
  TACTIC,
  TECHNIQUE,
  TITLE_MAX,
  tagList,
} from '../../../control/soc/alerts/index.ts'
import { InvalidInput } from '../../../platform/invalid-input.ts'
import { timeOf } from '../../../platform/time-of.ts'
import { closed, named, oneOf, plainText, time, uuid } from '../../../schemas/wire.ts'

export { closed, oneOf, plainText, tagList, timeOf }

export const alertId = Type.Object({ id: uuid })
export const tags = ['alerts']

const nameList = Type.Array(plainText(NAME_MAX), { maxItems: NAMES_MAX, uniqueItems: true })
const ip = Type.Union([Type.String({ format: 'ipv4' }), Type.String({ format: 'ipv6' })])
const ids = (pattern: RegExp) => Type.Array(Type.String({ pattern: pattern.source }), { maxItems: NAMES_MAX })
export const reason = plainText(2000)

export const createBody = named(
  'AlertCreate',
  Type.Object(
    {
      title: plainText(TITLE_MAX),
      severity: oneOf(SEVERITIES),
      description: Type.Optional(plainText(20_000)),
      priority: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
      category: Type.Optional(plainText(64)),
      rule_id: Type.Optional(plainText(200)),
      connector_id: Type.Optional(plainText(200)),
      connector_type: Type.Optional(plainText(64)),
      mitre_tactics: Type.Optional(ids(TACTIC)),
      mitre_techniques: Type.Optional(ids(TECHNIQUE)),
      affected_ips: Type.Optional(Type.Array(ip, { maxItems: NAMES_MAX, uniqueItems: true })),
      affected_hosts: Type.Optional(nameList),
      affected_users: Type.Optional(nameList),
      tags: Type.Optional(tagList),
      confidence: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
      confidence_rationale: Type.Optional(Type.Array(plainText(500), { maxItems: 20 })),
      event_time: Type.Optional(time),
      raw_event: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    },
    closed,
  ),
)

/** `high,critical`; throws 422 for a word that is none of them. */
export function wordList<T extends string>(query: string | undefined, name: string, words: readonly T[]) {
  return list(query, name)?.map((word) => {
    if (isOneOf(words, word)) return word
    throw new InvalidInput({ loc: ['query', name], msg: `is of ${words.join(', ')}, with commas`, type: 'enum' })
  })
}

/** Words that a query may name at once. */
const WORDS_MAX = 30

export function list(query: string | undefined, name: string): string[] | undefined {
  const words = query?.split(',')
  if (words === undefined || words.length <= WORDS_MAX) return words
  throw new InvalidInput({ loc: ['query', name], msg: `names at most ${WORDS_MAX}`, type: 'maxItems' })
}

/** The same of names, which may hold commas: `\,` is one. */
export function names(query: string | undefined, name: string): string[] | undefined {
  const words = query?.split(/(?<!\\),/).map((word) => word.replaceAll('\\,', ','))
  if (words === undefined || words.length <= WORDS_MAX) return words
  throw new InvalidInput({ loc: ['query', name], msg: `names at most ${WORDS_MAX}`, type: 'maxItems' })
}
