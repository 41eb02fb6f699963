/** Weights that tenants have set for themselves, from control data. */
import { FEATURES, SHIPPED, WEIGHTS_ID, WEIGHTS_KIND, type Weights } from './weights.ts'

export class TenantWeights {
  readonly #own = new Map<string, Weights>()

  /** Listener for `ControlFeed`. A document that is no valid set of weights counts as none. */
  change(tenant: string, kind: string, id: string, document: unknown): void {
    if (kind !== WEIGHTS_KIND || id !== WEIGHTS_ID) return
    if (isWeights(document)) this.#own.set(tenant, document)
    else this.#own.delete(tenant)
  }

  of(tenant: string): Weights {
    return this.#own.get(tenant) ?? SHIPPED
  }
}

function isWeights(document: unknown): document is Weights {
  const { version, bias, features } = (document ?? {}) as Partial<Weights>
  const numbers = [bias, ...FEATURES.map((name) => features?.[name])]
  return typeof version === 'string' && numbers.every((one) => typeof one === 'number' && Number.isFinite(one))
}
