import { expect } from 'vitest'
import { signIn } from '../../../../control/identity/accounts/index.ts'
import type { TenantId } from '../../../../platform/tenant.ts'
import { withTenant } from '../../../../stores/postgres/pool.ts'
import type { Answer, TestApi } from '../../../test-api.ts'
import { postForm, type SamlClaims, type TestSamlProvider } from './test-saml-provider.ts'

/** The access token of a user, without the time that a password takes. */
export async function sessionOf({ deps }: TestApi, tenant: TenantId, userId: string): Promise<string> {
  return (await withTenant(deps.pool, tenant, (tx) => signIn(tx, deps, userId))).accessToken
}

/** Our request, as the provider reads it. */
export async function beginSaml(api: TestApi, provider: TestSamlProvider) {
  const { body, status, text } = await api.ask('POST', 'auth/saml/login', { body: { issuer: provider.issuer } })
  expect([status, text]).toEqual([200, expect.stringContaining('redirect_url')])
  return provider.readRequest(body.redirect_url)
}

export async function postAnswer({ api }: TestApi, form: string): Promise<Answer> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await api.app.inject({ method: 'POST', url: '/api/v1/auth/saml/callback', headers, payload: form })
  return { status: answer.statusCode, headers: answer.headers, body: JSON.parse(answer.body), text: answer.body }
}

const asItIs = (xml: string) => xml

/** A whole sign-in, whose response may be changed on its way. */
export async function enterSaml(
  api: TestApi,
  provider: TestSamlProvider,
  changes: Partial<SamlClaims> = {},
  tamper = asItIs,
): Promise<Answer> {
  const { id, relayState } = await beginSaml(api, provider)
  const xml = await provider.respond(id, changes)
  const sent = tamper(xml)
  expect(sent === xml).toBe(tamper === asItIs)
  return postAnswer(api, postForm(sent, relayState))
}

/** Refused in the same words whatever the reason, which only the audit log of the tenant says. */
export function expectRefused({ audited }: TestApi, tenant: TenantId, answer: Answer, reason: string): void {
  expect({ status: answer.status, detail: answer.body.detail }).toEqual({
    status: 403,
    detail: 'the sign-in was refused',
  })
  const entry = audited.findLast(({ action }) => action === 'auth:sso_refused')
  expect(entry).toMatchObject({ tenantId: tenant, actorKind: 'nobody', changes: { reason } })
}
