/**
 * The indicators of a process: one table in shared memory that follows Postgres. Control data names tenants with
 * changed indicators, and the changes since the last read are fetched; a full table is rebuilt at twice the size.
 * bound   `ENTRIES_MAX` entries of all tenants; further entries are not matched, and a log line says so
 */
import { setTimeout as delay } from 'node:timers/promises'
import { changedIndicators, INTEL_KIND, SHARED, type StoredIndicator } from '../../control/detect/intel/index.ts'
import { IndicatorTable } from '../../intel/indicator-table.ts'
import type { IntelBook } from '../../pipeline/stages/intake/intel/step.ts'
import type { Log } from '../../platform/log.ts'
import { tenantId } from '../../platform/tenant.ts'
import { type Postgres, withTenant } from '../../stores/postgres/pool.ts'

const PAGE = 5_000
const RETRY_MS = 2_000
/** @bound indicators of a process -> further ones are not matched, and logged */
export const ENTRIES_MAX = 20_000_000
const SEVERITY_IDS = { info: 1, low: 2, medium: 3, high: 4, critical: 5 } as const
/** Any tenant may read the shared indicators. */
const ANYBODY = tenantId('shared')

export class IntelTables implements IntelBook {
  table: IndicatorTable | null = null
  readonly #pool: Postgres
  readonly #log: Log
  readonly #renewed: (block: SharedArrayBuffer) => void
  /** Revision by owner up to which indicators are in the table. */
  readonly #revisions = new Map<string, number>()
  readonly #dirty = new Set<string>()
  readonly #closed = new AbortController()
  #work: Promise<void> | null = null
  #isFull = false

  /** `renewed` is called with each new block: an older one gets no more changes. */
  constructor(pool: Postgres, log: Log, renewed: (block: SharedArrayBuffer) => void = () => {}) {
    this.#pool = pool
    this.#log = log
    this.#renewed = renewed
  }

  /** Handles a change of control data. */
  change(owner: string, kind: string): void {
    if (kind !== INTEL_KIND) return
    this.#dirty.add(owner)
    this.#work ??= this.#syncAll().finally(() => {
      this.#work = null
    })
  }

  /** Resolves when everything that was announced so far is in the table. */
  async settled(): Promise<void> {
    while (this.#work !== null) await this.#work
  }

  async close(): Promise<void> {
    this.#closed.abort()
    await this.settled()
  }

  async #syncAll(): Promise<void> {
    const { signal } = this.#closed
    while (this.#dirty.size > 0 && !signal.aborted) {
      const [owner] = this.#dirty as unknown as [string]
      this.#dirty.delete(owner)
      try {
        await this.#sync(owner)
      } catch (err) {
        this.#dirty.add(owner)
        this.#log.warn({ err, tenant: owner }, 'cannot read indicators, retrying')
        await delay(RETRY_MS, undefined, { signal }).catch(() => undefined)
      }
    }
  }

  async #sync(owner: string): Promise<void> {
    for (;;) {
      const after = this.#revisions.get(owner) ?? 0
      const binding = owner === SHARED ? ANYBODY : tenantId(owner)
      const changed = await withTenant(this.#pool, binding, (tx) => changedIndicators(tx, owner, after, PAGE))
      for (const indicator of changed) this.#apply(owner, indicator)
      const last = changed.at(-1)
      if (last) this.#revisions.set(owner, last.revision)
      if (changed.length < PAGE || this.#closed.signal.aborted) return
    }
  }

  #apply(owner: string, indicator: StoredIndicator): void {
    while (!this.#put(owner, indicator)) {
      const before = this.table
      if (before !== null && before.entries >= ENTRIES_MAX) return this.#warnFull()
      const larger = IndicatorTable.make(before?.capacityFor(0.5) ?? { entries: 1024, textBytes: 65_536, tenants: 64 })
      // Names and live entries fit: the new table is twice as large.
      if (before?.copyInto(larger) === false) throw new Error('a larger table of indicators is too small')
      this.table = larger
      this.#renewed(larger.block)
    }
  }

  #put(owner: string, { role, kind, value, ...of }: StoredIndicator): boolean {
    const { table } = this
    if (table === null) return false
    const tenant = table.makeTenant(owner)
    if (tenant === null) return false
    if (!of.isActive) {
      table.remove(tenant, role, kind, value)
      return true
    }
    const source = table.makeSource(of.source)
    if (source === null) return false
    return table.add({
      tenant,
      role,
      kind,
      value,
      confidence: of.confidence,
      severityId: SEVERITY_IDS[of.severity],
      source,
      seenS: Math.floor(of.lastSeen.getTime() / 1000),
      expiresS: of.expiresAt === null ? 0 : Math.max(1, Math.floor(of.expiresAt.getTime() / 1000)),
      isFalsePositive: of.isFalsePositive,
    })
  }

  #warnFull(): void {
    if (!this.#isFull)
      this.#log.error({ entries: ENTRIES_MAX }, 'the indicator table is full: new indicators are not matched')
    this.#isFull = true
  }
}
