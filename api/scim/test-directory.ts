/** A directory of a tenant, as the tests of this folder send its requests. */
import { expect } from 'vitest'
import type { TenantId } from '../../platform/tenant.ts'
import { type Answer, makeUser, newTenant, type TestApi, tokenOf } from '../test-api.ts'

export const SCIM_HEADERS = { 'content-type': 'application/scim+json', accept: 'application/scim+json' }
export const PATCH_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const SVC_GROUP_SCHEMA = 'urn:svc:params:scim:schemas:extension:2.0:Group'

export type Directory = {
  readonly tenant: TenantId
  /** Access token of `root`, a tenant_admin made by hand. */
  readonly admin: string
  readonly rootId: string
  readonly tokenId: string
  readonly secret: string
  /** Sends the secret, unless another token is given. */
  scim(method: string, path: string, body?: unknown, headers?: Record<string, string>, token?: string): Promise<Answer>
  /** The id of a user of that name, made by the directory. */
  user(userName: string, more?: object): Promise<string>
  group(displayName: string, ...members: string[]): Promise<string>
}

/** A tenant of its own, so that the tests of a file share one database. */
export async function openDirectory(api: TestApi, name = 'acme'): Promise<Directory> {
  const tenant = await newTenant(api, name)
  const rootId = await makeUser(api, tenant, 'root', 'tenant_admin')
  const admin = await tokenOf(api, tenant, 'root')
  const minted = await api.ask('POST', 'scim-tokens', { token: admin, body: { name: 'Okta' } })
  expect([minted.status, minted.text]).toEqual([201, expect.any(String)])
  const { id: tokenId, token: secret } = minted.body
  const scim: Directory['scim'] = async (method, path, body, headers = {}, token = secret) => {
    const answer = await api.ask(method, `/scim/v2/${path}`, {
      token,
      headers: { ...SCIM_HEADERS, ...headers },
      ...(body === undefined ? {} : { body }),
    })
    return { ...answer, body: answer.text === '' ? null : JSON.parse(answer.text) }
  }
  const made = async (path: string, body: object) => {
    const answer = await scim('POST', path, body)
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
    return answer.body.id as string
  }
  return {
    ...{ tenant, admin, rootId, tokenId, secret, scim },
    user: (userName, more = {}) => made('Users', { schemas: [USER_SCHEMA], userName, active: true, ...more }),
    group: (displayName, ...members) => {
      const body = { schemas: [GROUP_SCHEMA], displayName, members: members.map((value) => ({ value })) }
      return made('Groups', body)
    },
  }
}

export const patchOf = (...Operations: object[]) => ({ schemas: [PATCH_SCHEMA], Operations })
