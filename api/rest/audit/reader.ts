import type { FastifyRequest } from 'fastify'
import { auditKind } from '../../../control/platform/acting/index.ts'
import type { AuditActor, AuditLog } from '../../../control/platform/audit/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ApiDeps } from '../../deps.ts'
import { principalOf } from '../../route-config.ts'

/** The caller as an actor of the audit log. */
export function readerOf(request: FastifyRequest): AuditActor {
  const { kind, id, email, keyPrefix } = principalOf(request)
  return {
    kind: auditKind(kind),
    ...{ id, ip: request.ip, email: email ?? undefined, apiKeyPrefix: keyPrefix ?? undefined },
  }
}

export function auditLogOf({ auditLog }: ApiDeps): AuditLog {
  if (auditLog === undefined) throw new AppError('unavailable', 'the audit log is not open in this installation')
  return auditLog
}
