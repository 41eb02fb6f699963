import type { Rule, WindowBody } from './plan.ts'

export type WindowedRule = Rule & { readonly body: WindowBody }
export const isWindowed = (rule: Rule): rule is WindowedRule => rule.body.kind === 'window'
