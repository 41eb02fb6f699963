/** Routes of mails that people report as suspicious. */
import { type Static, Type } from 'typebox'
import {
  ARTIFACT_KINDS,
  AUTH_RESULTS,
  PHISHING_LIMITS,
  PHISHING_VERDICTS,
  type PhishingSubmission,
  phishingSubmission,
  phishingSubmissions,
  readSubmission,
  submitPhishing,
} from '../../../control/phishing/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { named } from '../../plugins/named-schemas.ts'
import { pageOf, pageOfList, pageQuery } from '../../plugins/paging.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import { closed, oneOf, plainText } from '../alerts/inputs.ts'
import type { Routes } from '../api-app.ts'
import { nullable, time, uuid } from '../views.ts'

const tags = ['phishing']
const BODY_BYTES_MAX = 8 * 1024 * 1024

const submitBody = named(
  'PhishingSubmit',
  Type.Object(
    {
      artifact_kind: oneOf(ARTIFACT_KINDS),
      raw_content: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: PHISHING_LIMITS.rawChars,
          description: 'of email: the mail with its headers; of domain: its name',
        }),
      ),
      sender: Type.Optional(plainText(320)),
      subject: Type.Optional(plainText(500)),
      urls: Type.Optional(Type.Array(plainText(2048), { maxItems: PHISHING_LIMITS.links })),
      attachment_hashes: Type.Optional(
        Type.Array(Type.String({ pattern: '^[0-9a-fA-F]{64}$' }), {
          maxItems: PHISHING_LIMITS.attachments,
          description: 'SHA-256; files are never taken',
        }),
      ),
    },
    closed,
  ),
)
const submissionSchema = named(
  'PhishingSubmission',
  Type.Object({
    id: uuid,
    artifact_kind: oneOf(ARTIFACT_KINDS),
    subject: nullable(Type.String()),
    sender: nullable(Type.String()),
    verdict: oneOf(PHISHING_VERDICTS, { description: 'no_signs is not that it is harmless' }),
    score: Type.Integer({ minimum: 0, maximum: 100 }),
    signals: Type.Array(Type.Object({ name: Type.String(), weight: Type.Integer(), detail: Type.String() })),
    authentication: nullable(
      Type.Object(
        { spf: oneOf(AUTH_RESULTS), dkim: oneOf(AUTH_RESULTS), dmarc: oneOf(AUTH_RESULTS) },
        { description: 'as the server that took the mail in found them' },
      ),
    ),
    links: Type.Array(Type.Object({ url: Type.String(), text: Type.String() })),
    attachments: Type.Array(
      Type.Object({ name: Type.String(), type: Type.String(), bytes: Type.Integer(), sha256: Type.String() }),
    ),
    attachment_hashes: Type.Array(Type.String()),
    not_checked: Type.Array(Type.String()),
    alert_id: nullable(uuid),
    submitted_by: Type.String(),
    created_at: time,
  }),
)

export const phishingRoutes: Routes = (app, deps) => {
  app.post(
    '/phishing/submit',
    {
      config: { permission: 'alerts:write', audit: 'phishing:submitted' },
      bodyLimit: BODY_BYTES_MAX,
      schema: {
        ...{ tags, summary: 'Send in a mail, an address, a domain or the hash of a file that looks like phishing' },
        ...{ body: submitBody, response: { 201: submissionSchema } },
      },
    },
    async (request, reply) => {
      const { artifact_kind: kind, raw_content: raw = null, sender = null, subject = null } = request.body
      const { urls = [], attachment_hashes: hashes = [] } = request.body
      const submission = { kind, raw, sender, subject, urls, hashes }
      const mail = await readSubmission(principalOf(request).tenantId, submission)
      const view = await tenantWork(deps, request, async (tx, note) => {
        const made = await submitPhishing(tx, submission, mail, principalOf(request).id, deps.nowMs())
        const { verdict, score, alertId } = made
        note({
          resource: 'phishing',
          resourceId: made.id,
          changes: { artifact_kind: kind, verdict, score, alert_id: alertId },
        })
        return submissionView(made)
      })
      return reply.code(201).send(view)
    },
  )

  app.get(
    '/phishing/submissions',
    {
      config: { permission: 'alerts:read' },
      schema: {
        ...{ tags, summary: `What was sent in, newest first, the latest ${PHISHING_LIMITS.submissions}` },
        ...{ querystring: Type.Object(pageQuery, closed), response: { 200: pageOf(submissionSchema) } },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx) => {
        const all = await phishingSubmissions(tx, PHISHING_LIMITS.submissions)
        return pageOfList(all, request.query, ({ id }) => id, submissionView)
      }),
  )

  app.get(
    '/phishing/submissions/:id',
    {
      config: { permission: 'alerts:read' },
      schema: {
        ...{ tags, summary: 'One of them', params: Type.Object({ id: uuid }) },
        response: { 200: submissionSchema },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx) => {
        const found = await phishingSubmission(tx, request.params.id)
        if (found === null) throw new AppError('not_found', 'there is no such submission')
        return submissionView(found)
      }),
  )
}

function submissionView(found: PhishingSubmission): Static<typeof submissionSchema> {
  const { signals, auth, links, attachments, hashes, notChecked } = found.analysis
  return {
    ...{ id: found.id, artifact_kind: found.kind, subject: found.subject, sender: found.sender },
    ...{ verdict: found.verdict, score: found.score, signals: signals.map((one) => ({ ...one })) },
    authentication: auth === null ? null : { ...auth },
    ...{ links: links.map((one) => ({ ...one })), attachments: attachments.map((one) => ({ ...one })) },
    ...{ attachment_hashes: [...hashes], not_checked: [...notChecked], alert_id: found.alertId },
    ...{ submitted_by: found.submittedBy, created_at: found.createdAt.toISOString() },
  }
}
