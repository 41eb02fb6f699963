/**
 * Resolves an id to the rules that the pipeline runs for it: filters, and the component rules of windows, may be in
 * other texts of the tenant or built in.
 */
import { setImmediate } from 'node:timers/promises'
import { builtInRules } from '../../../detections/content/load.ts'
import { type ParsedSource, parseSource } from '../../../detections/content/rule-source.ts'
import type { Rule } from '../../../detections/plan/plan.ts'
import { referencesOf } from '../../../detections/sigma/resolve-correlation.ts'
import { partsAmong } from '../../../detections/tenant/compiled-rules.ts'
import { type EventRuleDocument, isOverEvents } from '../../../detections/tenant/documents.ts'
import { resolveOwn } from '../../../detections/tenant/resolve-own.ts'
import { AppError } from '../../../platform/errors.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { findRule } from './manage-rules.ts'
import { isBuiltIn } from './overlays.ts'
import { placeholdersOf } from './placeholders.ts'
import type { ReadText } from './read-texts.ts'
import { enabledFilters, enabledNamed } from './rule-store.ts'

export type RulesAsRun = {
  /** The rule with that id; for the id of a row, the rules of its text that emit signals. */
  readonly wanted: readonly Rule[]
  /** All rules that feed these windows, `wanted` included. */
  readonly all: readonly Rule[]
  /** Every rule of the text. */
  readonly ofText: readonly Rule[]
}

/** Texts that are parsed before others get their turn: a few milliseconds. */
const TURN_TEXTS = 8

/** Throws `not_found`, and `bad_request` for a rule that is not about events or that the pipeline could not run. */
export async function rulesAsRun(tx: TenantTx, id: string, read: ReadText = parseSource): Promise<RulesAsRun> {
  return asRun(tx, id, isBuiltIn(id) ? null : await eventText(tx, id), read)
}

/** The same of a text that is not stored. Throws `bad_request` as well. */
export function textAsRun(
  tx: TenantTx,
  eventRuleDocument: EventRuleDocument,
  read: ReadText = parseSource,
): Promise<RulesAsRun> {
  return asRun(tx, '', { ...eventRuleDocument, ruleIds: [] }, read)
}

async function asRun(tx: TenantTx, id: string, text: EventText | null, read: ReadText): Promise<RulesAsRun> {
  const { own, narrowed, faults } = resolveOwn(builtInRules(), await parsedAround(tx, text, read))
  const byId = new Map(narrowed.map((rule) => [rule.id, rule]))
  const all = [...builtInRules().map((rule) => byId.get(rule.id) ?? rule), ...own]
  const named = all.filter((rule) => rule.id === id)
  if (text === null) return { wanted: named, all, ofText: named }
  const ofText = own.filter(({ file }) => file === text.file)
  const { silent } = partsAmong(ofText)
  const wanted = named.length > 0 || text.ruleIds.includes(id) ? named : ofText.filter((rule) => !silent.has(rule.id))
  const fault = faults.find(({ file }) => file === text.file)
  if (wanted.length === 0)
    throw new AppError(
      'bad_request',
      fault ? `${fault.file}:${fault.line}: ${fault.reason}` : 'no rule is in this text',
    )
  return { wanted, all, ofText }
}

type EventText = EventRuleDocument & { readonly ruleIds: readonly string[] }

async function eventText(tx: TenantTx, id: string): Promise<EventText> {
  const { language, file, text, ruleIds } = await findRule(tx, id)
  const document = { language, file, text }
  if (!isOverEvents(document))
    throw new AppError('bad_request', 'YARA rules are about bytes, not about fields of events')
  return { ...document, ruleIds }
}

/** The text itself though it may be off, and of the others that are on: all filters, and what correlations refer to. */
async function parsedAround(
  tx: TenantTx,
  eventRuleDocument: EventRuleDocument | null,
  read: ReadText,
): Promise<readonly ParsedSource[]> {
  const options = { placeholders: await placeholdersOf(tx) }
  const texts = [
    ...(eventRuleDocument ? [eventRuleDocument] : []),
    ...(await enabledFilters(tx, eventRuleDocument?.file ?? '')),
  ]
  const parsed: ParsedSource[] = []
  while (parsed.length < texts.length) {
    const from = parsed.length
    for (const text of texts.slice(from)) {
      parsed.push(await read(text, options))
      if (parsed.length % TURN_TEXTS === 0) await setImmediate()
    }
    const references = parsed.slice(from).flatMap(referencesIn)
    const files = texts.map(({ file }) => file)
    if (references.length > 0) texts.push(...(await enabledNamed(tx, references, files)))
  }
  return parsed
}

function referencesIn(source: ParsedSource): readonly string[] {
  return source.language === 'sigma' ? source.sigma.correlations.flatMap(referencesOf) : []
}
