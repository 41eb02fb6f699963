/**
 * Paths that end in a verb, such as `/approvals/{id}:approve`, are routed with the verb as a segment
 * (`/approvals/{id}/approve`), because the router separates segments and not text after a colon.
 */
const VERB = /^(\/api\/v1\/(?:approvals|cases|copilot|marketplace)\/[^?]*[^/?]):([a-z]+)(?=\?|$)/

export function withoutVerb(url: string): string {
  return url.replace(VERB, '$1/$2')
}
