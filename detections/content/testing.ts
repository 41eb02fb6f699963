/** Runs fixtures of the built-in rules, from the sender's text to the matching rules. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cutText, openBody } from '../../connectors/formats/body.ts'
import { isFault } from '../../connectors/formats/decoder.ts'
import { assert } from '../../platform/assert.ts'
import type { Rule } from '../plan/plan.ts'
import { CompiledRules } from '../tenant/compiled-rules.ts'
import { RuleEvent } from '../tenant/rule-event.ts'
import { eventOf } from '../tenant/testing.ts'
import { measuredText } from '../window/event-keys.ts'
import { WINDOW_LIMITS, type WindowRule } from '../window/window.ts'
import { Windows } from '../window/windows.ts'
import { FIXTURES_DIR } from './load.ts'

export type JsonRecord = Record<string, unknown>
/** An object as the sender's JSON has it, or the text of one event. */
export type FixtureEvent = JsonRecord | string

/** For a rule over several events each entry of `matches` and `misses` is a list of events in their order. */
export type Fixture<Entry = FixtureEvent | readonly FixtureEvent[]> = {
  readonly format: string
  readonly matches: readonly Entry[]
  readonly misses: readonly Entry[]
}

export const fixtureName = (file: string): string => file.replace(/(\.eql)?\.yml$/, '.json')

export function fixtureOf(file: string): Fixture {
  return JSON.parse(readFileSync(join(FIXTURES_DIR, fixtureName(file)), 'utf8')) as Fixture
}

const RECEIVED_MS = Date.UTC(2024, 4, 14, 8)
/** Later than any window of the fixtures can be open. */
const AFTER_ALL_MS = RECEIVED_MS + WINDOW_LIMITS.spanMaxMs

/** Runs every event rule, including those that only feed windows. */
export class ContentUnderTest {
  readonly #rules: readonly Rule[]
  readonly #events: CompiledRules
  readonly #atHand = new RuleEvent()

  constructor(rules: readonly Rule[]) {
    this.#rules = rules
    this.#events = new CompiledRules(
      rules.filter(({ body }) => body.kind === 'event'),
      ({ file }, error) => {
        throw new Error(`${file}: ${error.message}`)
      },
    )
  }

  /** Ids of the rules that match these events: each event alone, or together in a window. */
  holding(events: readonly FixtureEvent[], format: string): ReadonlySet<string> {
    const held = new Set<string>()
    const windows = new Windows(WINDOW_LIMITS)
    assert(windows.define(this.#rules.filter(isWindow)).length === 0, 'built-in windows can be run')
    for (const [at, event] of events.entries()) {
      const found = this.#found(event, format)
      for (const { id } of found) held.add(id)
      this.#feed(windows, found, `event ${at}`)
    }
    windows.advance(AFTER_ALL_MS)
    for (const { ruleId } of windows.flush().alerts) held.add(ruleId)
    return held
  }

  /** Event rules that match this decoded event. */
  foundIn(record: JsonRecord, format: string): readonly Rule[] {
    this.#atHand.load(eventOf(record, format))
    return this.#events.match(this.#atHand).map((number) => this.#events.rule(number).rule)
  }

  #found(event: FixtureEvent, format: string): readonly Rule[] {
    return this.foundIn(typeof event === 'string' ? decoded(event) : structuredClone(event), format)
  }

  #feed(windows: Windows, found: readonly Rule[], uid: string): void {
    const read = (names: readonly string[]) => names.map((name) => this.#read(name))
    const names = new Set(found.flatMap(({ id, name }) => (name === null ? [id] : [id, name])))
    for (const [tap, { source, key, values, carry }] of windows.taps().entries()) {
      if (!('rule' in source) || !names.has(source.rule)) continue
      const { timeMs } = this.#atHand
      windows.feed({ tap, timeMs, uid, key: read(key), values: read(values), carry: read(carry) })
    }
  }

  #read(name: string): string | null {
    return measuredText(this.#atHand, name)
  }
}

const isWindow = (rule: Rule): rule is Rule & WindowRule => rule.body.kind === 'window'

function decoded(text: string): JsonRecord {
  const body = Buffer.from(text)
  const { decode } = openBody(body, 'lines', 'text', { receivedMs: RECEIVED_MS })
  const records: JsonRecord[] = []
  cutText(body, 'text', (start, end) => {
    const record = decode(start, end)
    assert(!isFault(record), `the line can be decoded: ${text}`)
    records.push(record)
    return true
  })
  const [record] = records
  assert(record !== undefined && records.length === 1, 'a text is one event')
  return record
}
