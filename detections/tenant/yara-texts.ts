/**
 * The YARA rules of all tenants, from control data, with the tenants' overlays. The product has no YARA rules of its
 * own: the events of a tenant without any are never scanned.
 *
 * bound   texts that are kept, `textsMax`; one past it does not run and is reported
 */
import type { YaraMatch, YaraSource } from '../yara/rule.ts'
import type { DetectorEvent, Finding, RuleHead, YaraBook } from './detector.ts'
import { EVERY_RULE, OVERLAY_KIND, type OverlayDocument, RULE_KIND, type RuleDocument } from './documents.ts'
import { Overlay, type Suppression } from './overlay.ts'
import { RuleEvent } from './rule-event.ts'
import { type KnownStop, stoppedFinding, versionOf } from './stopped-rules.ts'
import { yaraHead } from './yara-head.ts'

export type YaraTextsHooks = {
  /** A match that became no signal. */
  suppressed?(reason: Suppression): void
  stopped?(tenant: string, file: string, reason: string): void
  /** A text past `textsMax`. */
  refused?(tenant: string, id: string): void
}

const TEXTS_MAX = 50_000
const NONE: readonly YaraSource[] = []

type Text = {
  readonly source: YaraSource
  /** Sequence of the control data that set it. */
  readonly sequence: number
}

type Tenant = {
  readonly texts: Map<string, Text>
  readonly stopped: Set<string>
  readonly overlays: Map<string, Overlay>
  /** Null when it must be rebuilt. */
  sources: readonly YaraSource[] | null
}

export class YaraTexts implements YaraBook {
  readonly #tenants = new Map<string, Tenant>()
  readonly #event = new RuleEvent()
  readonly #hooks: YaraTextsHooks
  readonly #textsMax: number
  #texts = 0

  constructor(hooks: YaraTextsHooks = {}, textsMax: number = TEXTS_MAX) {
    this.#hooks = hooks
    this.#textsMax = textsMax
  }

  get isEmpty(): boolean {
    return this.#texts === 0
  }

  sourcesOf(tenant: string): readonly YaraSource[] {
    const known = this.#tenants.get(tenant)
    if (!known) return NONE
    known.sources ??= [...known.texts.values()].flatMap(({ source }) => (known.stopped.has(source.file) ? [] : source))
    return known.sources
  }

  headOf(match: YaraMatch, event: DetectorEvent): RuleHead | null {
    const head = yaraHead(match)
    const overlays = this.#tenants.get(event.tenantId)?.overlays
    if (!overlays || overlays.size === 0) return head
    this.#event.load(event)
    for (const overlay of [overlays.get(head.id), overlays.get(EVERY_RULE)]) {
      const reason = overlay?.suppresses(head, this.#event, event.row) ?? null
      if (reason === null) continue
      this.#hooks.suppressed?.(reason)
      return null
    }
    return head
  }

  stop(tenant: string, files: readonly string[], reason: string): readonly Finding[] {
    const known = this.#tenants.get(tenant)
    if (!known) return []
    const versions = versionsIn(known)
    const stopped = files.filter((file) => versions.has(file) && !known.stopped.has(file))
    for (const file of stopped) {
      known.stopped.add(file)
      this.#hooks.stopped?.(tenant, file, reason)
    }
    known.sources = null
    return stopped.map((file) =>
      stoppedFinding({ id: file, title: file, language: 'yara' }, versions.get(file) ?? '', reason),
    )
  }

  /** Applies files that were disabled elsewhere, or before this process began, if they are still in the same state. */
  learn(stops: readonly KnownStop[]): void {
    for (const [tenant, ofTenant] of Map.groupBy(stops, (stop) => stop.tenant)) {
      const known = this.#tenants.get(tenant)
      if (!known) continue
      const versions = versionsIn(known)
      for (const { ruleId, version } of ofTenant) {
        if (versions.get(ruleId) !== version || known.stopped.has(ruleId)) continue
        known.stopped.add(ruleId)
        known.sources = null
      }
    }
  }

  /**
   * Applies a change of control data; an undefined document means that the row was deleted. Ignores other kinds and
   * languages.
   */
  change(tenant: string, kind: string, id: string, document: unknown, sequence = 0): void {
    if (kind === OVERLAY_KIND) this.#changeOverlay(tenant, id, document as OverlayDocument | undefined)
    if (kind === RULE_KIND) this.#changeRule(tenant, id, document as RuleDocument | undefined, sequence)
  }

  #changeRule(tenant: string, id: string, document: RuleDocument | undefined, sequence: number): void {
    const source = document?.language === 'yara' ? { file: document.file, text: document.text } : null
    const before = this.#tenants.get(tenant)?.texts.get(id)
    if (source === null && before === undefined) return
    if (source !== null && before === undefined && this.#texts >= this.#textsMax)
      return this.#hooks.refused?.(tenant, id)
    const known = this.#tenantOf(tenant)
    if (source === null) known.texts.delete(id)
    else known.texts.set(id, { source, sequence })
    this.#texts += (source ? 1 : 0) - (before ? 1 : 0)
    // Changing or enabling a disabled text lets it run again.
    if (before) known.stopped.delete(before.source.file)
    known.sources = null
  }

  #changeOverlay(tenant: string, ruleId: string, document: OverlayDocument | undefined): void {
    if (document === undefined) this.#tenants.get(tenant)?.overlays.delete(ruleId)
    else this.#tenantOf(tenant).overlays.set(ruleId, new Overlay(document))
  }

  /** State of a tenant that has, or had, YARA rules or overlays. */
  #tenantOf(tenant: string): Tenant {
    const known = this.#tenants.get(tenant)
    if (known) return known
    const made = { texts: new Map(), stopped: new Set<string>(), overlays: new Map(), sources: null }
    this.#tenants.set(tenant, made)
    return made
  }
}

/** By file. Overlays apply to rules, never to a file. */
function versionsIn({ texts }: Tenant): ReadonlyMap<string, string> {
  return new Map([...texts.values()].map(({ source, sequence }) => [source.file, versionOf(sequence, 0)]))
}
