/** Parses the files of an item into rules, hunts, playbooks and connectors. */

import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { connectorType } from '../../../connectors/vendor-apis.ts'
import { jsonOrUndefined } from '../../../platform/json-or-undefined.ts'
import { inputFaults, type SchemaFault } from '../../../platform/schema-faults.ts'
import { closed } from '../../../schemas/wire.ts'
import { checked, type PlaybookDocument } from '../../respond/playbooks/index.ts'
import type { RuleText } from '../detections/index.ts'
import { HUNT_LANGUAGES, HUNT_LIMITS, type HuntInput } from '../hunts/index.ts'
import type { ItemFile, ItemPackage } from './item.ts'

export type ConnectorSample = {
  readonly path: string
  readonly type: string
  readonly name: string
  readonly about: string
  readonly settings: Readonly<Record<string, string>>
}

export type Contents = {
  /** `file` is the name that the rule gets in the tenant. */
  readonly rules: readonly (RuleText & { readonly path: string })[]
  readonly hunts: readonly { readonly path: string; readonly hunt: HuntInput }[]
  readonly playbooks: readonly { readonly path: string; readonly document: PlaybookDocument }[]
  /** Shown and not installed: a connector needs the tenant's own credential. */
  readonly connectors: readonly ConnectorSample[]
  /** Each with its file. Empty: the item may be installed. */
  readonly problems: readonly { readonly path: string; readonly reason: string }[]
}

const huntSchema = Compile(
  Type.Object(
    {
      title: Type.String({ minLength: 1, maxLength: 200 }),
      hypothesis: Type.String({ minLength: 1, maxLength: 2000 }),
      techniques: Type.Array(Type.String({ maxLength: 20 }), { maxItems: HUNT_LIMITS.techniques }),
      language: Type.Enum([...HUNT_LANGUAGES]),
      query: Type.Union([
        Type.String({ minLength: 1, maxLength: HUNT_LIMITS.queryChars }),
        Type.Array(Type.String({ maxLength: 2000 }), { minItems: 1, maxItems: 200, description: 'its lines' }),
      ]),
      window_hours: Type.Integer({ minimum: 1, maximum: HUNT_LIMITS.windowHours }),
      every_minutes: Type.Union([
        Type.Integer({ minimum: HUNT_LIMITS.everyMinutesMin, maximum: HUNT_LIMITS.everyMinutesMax }),
        Type.Null(),
      ]),
    },
    closed,
  ),
)
const sampleSchema = Compile(
  Type.Object(
    {
      type: Type.String({ maxLength: 60 }),
      name: Type.String({ minLength: 1, maxLength: 120 }),
      about: Type.String({ minLength: 1, maxLength: 2000 }),
      settings: Type.Record(Type.String(), Type.String({ maxLength: 2000 })),
    },
    closed,
  ),
)

/** Rules and queries are judged where the tenant stores them; everything else is judged here. */
export function contentsOf({ manifest, files }: ItemPackage): Contents {
  const found = files.map((file) => contentOf(manifest.slug, file))
  return {
    rules: found.flatMap((one) => ('rule' in one ? [one.rule] : [])),
    hunts: found.flatMap((one) => ('hunt' in one ? [one] : [])),
    playbooks: found.flatMap((one) => ('document' in one ? [one] : [])),
    connectors: found.flatMap((one) => ('sample' in one ? [one.sample] : [])),
    problems: found.flatMap((one) => ('reason' in one ? [one] : [])),
  }
}

type Content =
  | { readonly rule: Contents['rules'][number] }
  | Contents['hunts'][number]
  | Contents['playbooks'][number]
  | { readonly sample: ConnectorSample }
  | Contents['problems'][number]

function contentOf(slug: string, { path, text }: ItemFile): Content {
  if (path.startsWith('rules/')) return ruleOf(slug, path, text)
  const value = jsonOrUndefined(text)
  if (value === undefined) return { path, reason: 'is no JSON' }
  if (path.startsWith('hunts/')) return huntOf(path, value)
  return path.startsWith('playbooks/') ? playbookOf(path, value) : sampleOf(path, value)
}

const LANGUAGES = { '.eql.yml': 'eql', '.yml': 'sigma', '.kql': 'kql', '.yar': 'yara' } as const

function ruleOf(slug: string, path: string, text: string): Content {
  const language = Object.entries(LANGUAGES).find(([end]) => path.endsWith(end))?.[1]
  if (language === undefined) return { path, reason: `is named .yml, .eql.yml, .kql or .yar` }
  return { rule: { path, language, file: `marketplace/${slug}/${path.slice('rules/'.length)}`, text } }
}

function huntOf(path: string, value: unknown): Content {
  if (!huntSchema.Check(value)) return { path, reason: firstOf(huntSchema.Errors(value)) }
  const { title, hypothesis, techniques, language, window_hours: windowHours, every_minutes: everyMinutes } = value
  const query = typeof value.query === 'string' ? value.query : value.query.join('\n')
  if (query.length > HUNT_LIMITS.queryChars) return { path, reason: 'query: is too long' }
  const question = { title, hypothesis, techniques, language, query, windowHours }
  return { path, hunt: { ...question, everyMinutes, enabled: everyMinutes !== null } }
}

function playbookOf(path: string, value: unknown): Content {
  const judged = checked(value)
  if ('document' in judged) return { path, document: judged.document }
  const [first] = judged.problems
  return { path, reason: `${first?.path}: ${first?.reason}` }
}

function sampleOf(path: string, value: unknown): Content {
  if (!sampleSchema.Check(value)) return { path, reason: firstOf(sampleSchema.Errors(value)) }
  const table = connectorType(value.type)?.poll
  if (table === undefined) return { path, reason: `type: ${value.type} is no kind of connector` }
  const unknown = Object.keys(value.settings).find((name) => !table.settings.some((own) => own.name === name))
  return unknown === undefined
    ? { sample: { path, ...value } }
    : { path, reason: `settings: ${value.type} has no setting ${unknown}` }
}

function firstOf(errors: Iterable<SchemaFault>): string {
  const [first] = inputFaults([...errors])
  return `${first?.loc.join('.') || 'the file'}: ${first?.msg ?? 'is wrong'}`
}
