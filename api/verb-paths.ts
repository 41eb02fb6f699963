/**
 * Paths that end in a verb, such as `/approvals/{id}:approve`, are routes with the verb as a part of its own
 * (`/approvals/{id}/approve`): the router tells parts apart, not what stands behind a colon.
 */
const VERB = /^(\/api\/v1\/(?:approvals|cases|copilot|marketplace)\/[^?]*[^/?]):([a-z]+)(?=\?|$)/

export function withoutVerb(url: string): string {
  return url.replace(VERB, '$1/$2')
}
