import type { Permission } from '../../identity/accounts/index.ts'

export const RESOURCE_TYPES = ['alert', 'case', 'rule', 'playbook'] as const
export type ResourceType = (typeof RESOURCE_TYPES)[number]
export type Risk = 'low' | 'medium' | 'high'

/** A next step, and why. A suggestion without `action` is advice for a person. */
export type Suggestion = {
  /**
   * Identifies its subject: the suggestion is computed again when it is run, and does not run once it no longer fits.
   */
  readonly id: string
  readonly title: string
  readonly rationale: string
  readonly risk: Risk
  readonly action: string | null
}

/** The permission of each action, as the route of the same effect needs it. */
export const ACTION_NEEDS = {
  claim: 'alerts:write',
  escalate: 'alerts:write',
  open_case: 'cases:write',
  take: 'cases:write',
  investigate: 'cases:write',
  enable_rule: 'rules:write',
  disable_rule: 'rules:write',
  dry_run: 'playbooks:execute',
  enable_playbook: 'playbooks:write',
} as const satisfies Record<string, Permission>
export type ActionKind = keyof typeof ACTION_NEEDS

export type Advice = Pick<Suggestion, 'title' | 'rationale' | 'risk'> & { readonly action?: ActionKind }

export function suggestionsOf(type: ResourceType, id: string, advice: readonly Advice[]): Suggestion[] {
  return advice.map(({ title, rationale, risk, action }, n) => ({
    ...{ id: `${type}.${id}.${action ?? `advice-${n + 1}`}`, title, rationale, risk, action: action ?? null },
  }))
}

export type ActionId = { readonly type: ResourceType; readonly id: string; readonly action: ActionKind }

/** Null for a text that is no action id. */
export function actionIdOf(text: string): ActionId | null {
  const [, named, id = '', action = ''] = /^([a-z]+)\.([A-Za-z0-9-]{1,256})\.([a-z_]+)$/.exec(text) ?? []
  const type = RESOURCE_TYPES.find((one) => one === named)
  return type !== undefined && action in ACTION_NEEDS ? { type, id, action: action as ActionKind } : null
}
