/** Creates a customer: first the tenant in one transaction, then each selected template in it. */
import { type AnswerOf, call } from '../api/call.ts'
import type { Template } from './template-kinds.ts'

type Onboarded = AnswerOf<'POST /api/v1/organisation/tenants'>

export type CustomerDraft = {
  readonly id: string
  readonly name: string
  readonly adminEmail: string
  readonly delegates: readonly { readonly email: string; readonly role: string }[]
  readonly days: number
  readonly templates: readonly Template[]
}

export type AppliedTemplate = {
  readonly name: string
  /** Null if the template could not be applied. */
  readonly changes: number | null
  readonly fault: string | null
}

export type NewCustomer = Onboarded & { readonly name: string; readonly applied: readonly AppliedTemplate[] }

const HOURS = 24

export async function setUpCustomer(draft: CustomerDraft): Promise<NewCustomer> {
  const { id, name, adminEmail, delegates, days, templates } = draft
  const made = await call('POST /api/v1/organisation/tenants', {
    body: { tenant_id: id, name, admin_email: adminEmail, delegates, hours: days * HOURS },
  })
  const applied: AppliedTemplate[] = []
  // One after the other, because a later template may depend on an earlier one.
  for (const template of templates) applied.push(await applyTo(made.tenant_id, template))
  return { ...made, name, applied }
}

/** A template that cannot be applied changes nothing and reports the reason; it can be applied again later. */
async function applyTo(tenant: string, { id, name }: Template): Promise<AppliedTemplate> {
  const path = { template_id: id }
  try {
    const plan = await call('POST /api/v1/organisation/templates/{template_id}/plan', {
      path,
      body: { tenants: [tenant] },
    })
    const [planned] = plan.items
    if (planned === undefined) return { name, changes: null, fault: plan.not_read[0]?.reason ?? 'no plan was made' }
    if (planned.changes.length === 0) return { name, changes: 0, fault: null }
    const { items, not_applied: refused } = await call('POST /api/v1/organisation/templates/{template_id}/apply', {
      path,
      body: { tenants: [{ tenant_id: tenant, digest: planned.digest }] },
    })
    return { name, changes: items[0]?.changes ?? null, fault: refused[0]?.reason ?? null }
  } catch (error) {
    return { name, changes: null, fault: error instanceof Error ? error.message : String(error) }
  }
}
