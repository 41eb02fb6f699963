/** When entities were reset, as control data tells of it. */
import type { EntityType } from '../../../schemas/entity-observation.ts'

/** Ids are `<type> <entity>`. */
export const RESET_KIND = 'ueba_reset'

export class EntityResets {
  /** As many as control data holds. */
  readonly #resets = new Map<string, number>()

  /** As `ControlFeed` tells it. What names no time is as good as none. */
  change(tenant: string, kind: string, id: string, document: unknown): void {
    if (kind !== RESET_KIND) return
    const ms = (document as { readonly reset_ms?: unknown } | null)?.reset_ms
    if (typeof ms === 'number' && Number.isFinite(ms)) this.#resets.set(`${tenant} ${id}`, ms)
    else this.#resets.delete(`${tenant} ${id}`)
  }

  /** 0: never. */
  of(tenant: string, type: EntityType, entity: string): number {
    return this.#resets.size === 0 ? 0 : (this.#resets.get(`${tenant} ${type} ${entity}`) ?? 0)
  }
}
