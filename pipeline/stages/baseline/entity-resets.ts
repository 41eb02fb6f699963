/** Times at which entities were reset, from control data. */
import type { EntityType } from '../../../schemas/entity-observation.ts'

/** Kind of the control rows; their ids are `<type> <entity>`. */
export const RESET_KIND = 'ueba_reset'

export class EntityResets {
  /** Bounded by the number of rows in control data. */
  readonly #resets = new Map<string, number>()

  /** Listener for `ControlFeed`. A document without a time counts as no reset. */
  change(tenant: string, kind: string, id: string, document: unknown): void {
    if (kind !== RESET_KIND) return
    const ms = (document as { readonly reset_ms?: unknown } | null)?.reset_ms
    if (typeof ms === 'number' && Number.isFinite(ms)) this.#resets.set(`${tenant} ${id}`, ms)
    else this.#resets.delete(`${tenant} ${id}`)
  }

  /** Returns 0 when the entity was never reset. */
  of(tenant: string, type: EntityType, entity: string): number {
    return this.#resets.size === 0 ? 0 : (this.#resets.get(`${tenant} ${type} ${entity}`) ?? 0)
  }
}
