/** SCIM resources (RFC 7643), with the version that a directory uses to guard its writes. */
import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import {
  CORE_GROUP,
  CORE_USER,
  type DirectoryUser,
  directoryDocument,
  ENTERPRISE_USER,
  GROUP_KIND,
  type GroupWithMembers,
  SVC_GROUP,
  USER_KIND,
} from '../../control/identity/accounts/index.ts'
import { AppError } from '../../platform/errors.ts'

export const SCIM_PREFIX = '/scim/v2'

declare module 'fastify' {
  interface FastifyInstance {
    /** `SVC_PUBLIC_URL`; null without one. */
    scimOrigin: string | null
  }
}

/** Address of this service: the operator's setting, or the address that the caller used. */
export function baseOf({ server, protocol, host }: FastifyRequest): string {
  return `${server.scimOrigin ?? `${protocol}://${host}`}${SCIM_PREFIX}`
}

export function userView(user: DirectoryUser, base: string) {
  const document = directoryDocument(user)
  const groups = user.groups.map(({ id, displayName }) => ({
    ...{ value: id, $ref: `${base}/Groups/${id}`, display: displayName, type: 'direct' },
  }))
  return {
    schemas: ENTERPRISE_USER in document ? [CORE_USER, ENTERPRISE_USER] : [CORE_USER],
    id: user.id,
    ...document,
    ...(groups.length === 0 ? {} : { groups }),
    meta: metaOf(USER_KIND.name, `${base}${USER_KIND.endpoint}/${user.id}`, user, userVersion(user)),
  }
}

/** Covers the user but not the address of the request: equal through every host name of this service. */
export function userVersion({ id, createdAt, updatedAt, groups, ...user }: DirectoryUser): string {
  return versionOf([id, directoryDocument(user), groups.map((group) => [group.id, group.displayName])])
}

export function groupView(group: GroupWithMembers, base: string) {
  const members = group.members.map(({ userId, userName }) => ({
    ...{ value: userId, $ref: `${base}/Users/${userId}`, display: userName, type: 'User' },
  }))
  return {
    schemas: [CORE_GROUP, SVC_GROUP],
    id: group.id,
    ...(group.externalId === null ? {} : { externalId: group.externalId }),
    displayName: group.displayName,
    ...(members.length === 0 ? {} : { members }),
    [SVC_GROUP]: { mappedRole: group.mappedRole },
    meta: metaOf(GROUP_KIND.name, `${base}${GROUP_KIND.endpoint}/${group.id}`, group, groupVersion(group)),
  }
}

export function groupVersion({ id, displayName, externalId, mappedRole, members }: GroupWithMembers): string {
  return versionOf([id, displayName, externalId, mappedRole, members.map((member) => member.userId)])
}

type Dated = { readonly createdAt: Date; readonly updatedAt: Date }

function metaOf(resourceType: string, location: string, { createdAt, updatedAt }: Dated, version: string) {
  return {
    resourceType,
    created: createdAt.toISOString(),
    lastModified: updatedAt.toISOString(),
    location,
    version,
  }
}

/** A weak tag (RFC 9110, section 8.8.1): two answers of one version may show different attributes. */
function versionOf(content: unknown): string {
  return `W/"${hash('sha256', JSON.stringify(content), 'base64url').slice(0, 22)}"`
}

/** Throws `precondition_failed` unless If-Match is absent, `*` or names the version (RFC 7644, section 3.14). */
export function requireMatch(request: FastifyRequest, version: string): void {
  const { 'if-match': sent } = request.headers
  if (sent === undefined || namesVersion(sent, version)) return
  throw new AppError('precondition_failed', 'the resource has changed: it has another version now')
}

/** If-None-Match: the caller has this version. */
export function isKnown(request: FastifyRequest, version: string): boolean {
  const { 'if-none-match': sent } = request.headers
  return sent !== undefined && namesVersion(sent, version)
}

function namesVersion(header: string, version: string): boolean {
  const named = header.split(',').map((one) => one.trim())
  const strong = version.slice(2)
  return named.some((one) => one === '*' || one === version || one === strong)
}
